import { useStore } from 'jotai';
import { memo, useEffect, useRef, useState } from 'react';
import { type Folder, imageCrossOrigin, imageSet, imageUrl } from '#device/host';
import { onReconnect } from '../../state/connection/connection.ts';

const nothing = { file: '', times: 0 };

/**
 * An image of the API host in a square of `size` CSS pixels; if it does not load, a drawn tile. If a host on another
 * origin does not allow CORS, the image is loaded without it: it is shown, but cannot be cached.
 */
export const Picture = memo(function Picture({
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
  /** The shown width, in the syntax of HTML's `sizes`, if it is not `size`. */
  sizes?: string;
  /** The widest rendition to load, in pixels: in a long list, wider ones would cost too many bytes (performance G5). */
  widest?: number;
  eager?: boolean;
  className?: string | undefined;
}) {
  const [failed, setFailed] = useState(nothing);
  const failures = failed.file === file ? failed.times : 0;
  const image = useRef<HTMLImageElement>(null);
  const sources = sourcesOf(folder, file, { sizes, widest });
  const source = sources[Math.min(failures, sources.length - 1)];

  // In a prerendered page the image may have failed before `onError` was attached: then it is reloaded.
  useEffect(() => {
    const { current } = image;
    if (!current?.complete || !current.currentSrc) return;
    const { currentSrc, src } = current;
    current.decode?.().catch(() => {
      if (current.currentSrc === currentSrc) current.src = src;
    });
  }, []);

  const store = useStore();
  // The connection may have been the reason: after a reconnect all sources are retried.
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
      // The first drawings of a prerendered page are inlined (`prerender.tsx`).
      suppressHydrationWarning={eager}
      onError={() => setFailed({ file, times: failures + 1 })}
    />
  );
});

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
