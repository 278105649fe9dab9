import { renditionsOf } from '#core/renditions';

/** The picture of a product, by the name of its file; nothing for a product without one. */
export function ProductPicture({ file, size }: { file: string; size: number }) {
  if (!file) return null;
  return (
    <img
      src={`/api/images/products/${encodeURI(renditionsOf(file)[0]?.file ?? file)}`}
      alt=""
      width={size}
      height={size}
      loading="lazy"
      className="thumb"
    />
  );
}
