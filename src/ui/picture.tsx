import { useEffect, useRef, useState } from 'react';
import { type Folder, imageCrossOrigin, imageUrl } from '#device/host';

/**
 * An image of the API host in a square of known size; a drawn tile stands in where it cannot be had. A host on another
 * origin that allows no CORS for its images is asked without: they are shown then, and the device cannot keep them.
 */
export function Picture({
  folder,
  file,
  alt,
  size,
  eager = false,
  className,
}: {
  folder: Folder;
  file: string;
  alt: string;
  size: number;
  eager?: boolean;
  className?: string | undefined;
}) {
  const [failed, setFailed] = useState({ file: '', times: 0 });
  const failures = failed.file === file ? failed.times : 0;
  const withCors = imageCrossOrigin !== undefined && failures === 0;
  const image = useRef<HTMLImageElement>(null);
  const drawn = file === '' || failures > (imageCrossOrigin === undefined ? 0 : 1);

  // In a prerendered page it may have failed before anybody listened.
  useEffect(() => {
    const { current } = image;
    if (!current?.complete || !current.currentSrc) return;
    const { currentSrc } = current;
    current.decode?.().catch(() => {
      if (current.currentSrc === currentSrc) setFailed((known) => (known.file === file ? known : { file, times: 1 }));
    });
  }, [file]);

  return (
    <img
      ref={image}
      src={drawn ? '/pictures/product.svg' : imageUrl(folder, file)}
      crossOrigin={withCors && !drawn ? imageCrossOrigin : undefined}
      alt={alt}
      width={size}
      height={size}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      className={className}
      // A prerendered page may hold the picture itself (`prerender.tsx`).
      suppressHydrationWarning
      onError={() => setFailed({ file, times: failures + 1 })}
    />
  );
}
