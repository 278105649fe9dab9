import { useStore } from 'jotai';
import { useEffect, useRef, useState } from 'react';
import { type Folder, imageCrossOrigin, imageSet, imageUrl } from '#device/host';
import { onReconnect } from '../../state/connection/connection.ts';

const nothing = { file: '', times: 0 };

/**
 * An image of the API host in a square of `size` CSS pixels; where it does not load, a drawn tile. From a host on
 * another origin that allows no CORS it is loaded without, so that it is shown, although the device cannot keep it.
 */
export function Picture({
  folder,
  file,
  alt,
  size,
  sizes = `${size}px`,
  widest = Number.POSITIVE_INFINITY,
  eager = false,
  className,
}: {
  folder: Folder;
  file: string;
  alt: string;
  size: number;
  /** How wide it is shown, as `sizes` of HTML says it, where that is not `size`. */
  sizes?: string;
  /** In pixels of the picture: what is wider is more than a list of many can be worth (performance G5). */
  widest?: number;
  eager?: boolean;
  className?: string | undefined;
}) {
  const [failed, setFailed] = useState(nothing);
  const failures = failed.file === file ? failed.times : 0;
  const image = useRef<HTMLImageElement>(null);
  const sources = sourcesOf(folder, file, { sizes, widest });
  const source = sources[Math.min(failures, sources.length - 1)];

  // In a prerendered page the image may have failed before `onError` was attached: then it is loaded again.
  useEffect(() => {
    const { current } = image;
    if (!current?.complete || !current.currentSrc) return;
    const { currentSrc, src } = current;
    current.decode?.().catch(() => {
      if (current.currentSrc === currentSrc) current.src = src;
    });
  }, []);

  const store = useStore();
  // The connection may have been the reason: when the shop is back, all sources are tried again.
  useEffect(() => {
    if (failures) return onReconnect(store, () => setFailed(nothing));
  }, [failures, store]);

  return (
    <img
      ref={image}
      {...source}
      alt={alt}
      width={size}
      height={size}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      className={className}
      // A prerendered page contains the first drawings themselves (`prerender.tsx`).
      suppressHydrationWarning={eager}
      onError={() => setFailed({ file, times: failures + 1 })}
    />
  );
}

/** The sources of an image, tried in turn until one loads. */
function sourcesOf(folder: Folder, file: string, { sizes, widest }: { sizes: string; widest: number }) {
  const tile = { src: '/pictures/product.svg' };
  if (file === '') return [tile];
  const src = imageUrl(folder, file);
  const srcSet = imageSet(folder, file, widest);
  const crossOrigin = imageCrossOrigin;
  return [
    ...(srcSet ? [{ sizes, srcSet, src, crossOrigin }] : []),
    { src, crossOrigin },
    ...(crossOrigin ? [{ src }] : []),
    tile,
  ];
}
