/**
 * A drawing of the shell's own. What a prerendered page paints at once stands inside it (`prerender.tsx`), so the address
 * may be another there, and stays that.
 */
export function Illustration({
  name,
  width,
  height,
  alt = '',
  lazy = false,
  className,
}: {
  /** Of a file in `public/pictures`, without its ending. */
  name: string;
  width: number;
  height: number;
  alt?: string;
  /** It lies below what is seen first. */
  lazy?: boolean;
  className?: string | undefined;
}) {
  return (
    <img
      src={`/pictures/${name}.svg`}
      alt={alt}
      width={width}
      height={height}
      loading={lazy ? 'lazy' : undefined}
      className={className}
      suppressHydrationWarning
    />
  );
}
