/** A drawing of the shell's own. */
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
  const src = `/pictures/${name}.svg`;

  return (
    <img
      src={src}
      alt={alt}
      width={width}
      height={height}
      loading={lazy ? 'lazy' : undefined}
      className={className}
      // A prerendered page contains the drawing itself (`prerender.tsx`).
      suppressHydrationWarning
    />
  );
}
