declare module 'subset-font' {
  export default function subsetFont(
    font: Uint8Array,
    letters: string,
    options: {
      targetFormat: 'woff2';
      variationAxes: Record<string, { min: number; max: number }>;
      /** OpenType feature tags. */
      keepFeatures: string[];
    },
  ): Promise<Uint8Array>;
}
