import { type ReactNode, useEffect, useRef, useState } from 'react';

/** The addresses of the drawings that stand in the prerendered page itself (`prerender.tsx`). */
const inside = new Set<string | undefined>();

/** Call right before a prerendered page is hydrated. */
export function noteDrawnInside() {
  for (const { dataset } of document.querySelectorAll<SVGElement>('svg[data-src]')) inside.add(`${dataset.src}`);
}

/** Call when it is: what is drawn from now on is an image again. */
export const forgetDrawnInside = () => inside.clear();

/**
 * Leaves a drawing that the page was rendered with where it stands; everywhere else there is an image. Of an SVG that is
 * an image a browser makes a document of its own, which takes it longer than to draw it (performance P7).
 */
export function DrawnInside({
  address,
  otherwise,
}: {
  /** None where the image is lazy: that never stands in the page. */
  address: string | undefined;
  otherwise: ReactNode;
}) {
  const [kept, setKept] = useState(() => inside.has(address) && address);
  const drawing = useRef<SVGSVGElement>(null);

  // Where somebody else changed the page before it was hydrated, React makes it anew and knows nothing of the drawing.
  useEffect(() => {
    if (!drawing.current?.firstElementChild) setKept(false);
  }, []);

  // Text is what React neither looks into nor takes away; there is none.
  return kept === address ? (
    // biome-ignore lint/a11y/noSvgWithoutTitle: the page has given it its name, or hidden it
    <svg ref={drawing} suppressHydrationWarning>
      {''}
    </svg>
  ) : (
    otherwise
  );
}
