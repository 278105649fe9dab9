interface IllustrationProps {
  name: string;
  width: number;
  height: number;
  alt?: string;
  lazy?: boolean;
  className?: string | undefined;
}

export function Illustration({ name, width, height, alt = '', lazy = false, className }: IllustrationProps) {
  const src = `/pictures/${name}.svg`;

  return (
    <img
      src={src}
      alt={alt}
      width={width}
      height={height}
      loading={lazy ? 'lazy' : undefined}
      className={className}
      // In a prerendered page the drawing is inlined (`prerender.tsx`).
      suppressHydrationWarning
    />
  );
}
