import { useState } from 'react';
import { type Folder, imageCrossOrigin, imageUrl } from '#device/api';

/** An image of the API host in a square of known size; a drawn tile stands in where it cannot be had. */
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
  const [missing, setMissing] = useState('');
  const drawn = file === '' || missing === file;

  return (
    <img
      src={drawn ? '/pictures/product.svg' : imageUrl(folder, file)}
      crossOrigin={drawn ? undefined : imageCrossOrigin}
      alt={alt}
      width={size}
      height={size}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      className={className}
      onError={() => setMissing(file)}
    />
  );
}
