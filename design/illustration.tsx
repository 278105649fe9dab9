import type { ComponentProps } from 'react';

export const Illustration = ({ name, lazy, ...given }: ComponentProps<'img'> & { name: string; lazy?: boolean }) => (
  <img
    src={`/pictures/${name}.svg`}
    alt=""
    {...given}
    loading={lazy ? 'lazy' : undefined}
    // In a prerendered page the drawing is inlined (`prerender.tsx`).
    suppressHydrationWarning
  />
);
