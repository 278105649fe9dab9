import { type ReactNode, useEffect, useRef, useState } from 'react';

/** The addresses of the drawings that stand in the prerendered page itself (`prerender.tsx`). */
const inside = new Set<string | undefined>();

/** Call right before a prerendered page is hydrated. */
export function noteInlineDrawings() {
  for (const { dataset } of document.querySelectorAll<SVGElement>('svg[data-src]')) inside.add(`${dataset.src}`);
}

/** Call once it is hydrated: drawings that are rendered from now on are images. */
export const forgetInlineDrawings = () => inside.clear();

/**
 * Hydrates a drawing that stands in the prerendered page as an element, and leaves it there; everywhere else renders
 * `otherwise`. For an SVG image a browser makes a document of its own, which takes longer than painting it
 * (performance P7).
 */
export function InlineDrawing({
  address,
  otherwise,
}: {
  /** None where the image is lazy: that never stands in the page. */
  address: string | undefined;
  otherwise: ReactNode;
}) {
  const [kept, setKept] = useState(() => inside.has(address) && address);
  const drawing = useRef<SVGSVGElement>(null);

  // If something else changed the page before hydration, React renders it anew, and then this element is empty.
  useEffect(() => {
    if (!drawing.current?.firstElementChild) setKept(false);
  }, []);

  // With an empty text as its child, React takes the element's content for text, and neither compares nor removes it.
  return kept === address ? (
    // biome-ignore lint/a11y/noSvgWithoutTitle: the page has given it its name, or hidden it
    <svg ref={drawing} suppressHydrationWarning>
      {''}
    </svg>
  ) : (
    otherwise
  );
}
