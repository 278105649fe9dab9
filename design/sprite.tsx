export const spriteNames = [
  'logo',
  'logo-on-dark',
  'service-order',
  'service-pickup',
  'service-delivery',
  'service-dinein',
] as const;

export type SpriteName = (typeof spriteNames)[number];

/** The build puts `sprite.svg` into every page: each `<img>` would be a document of its own for the browser (performance G1). */
export function Sprite({ name, size }: { name: SpriteName; size: number }) {
  return (
    <svg width={size} height={size} aria-hidden="true">
      <use href={`#${name}`} />
    </svg>
  );
}
