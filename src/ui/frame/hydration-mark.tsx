import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { descriptionOf, titleOf } from '#core/head';
import { isPath } from '#core/routes';

let resolveHydrated: () => void;

/**
 * Resolves when the first screen is hydrated. Until then nothing may change its content: hydration must start with the
 * prerendered state, and the screen is hydrated later than the frame around it.
 */
export const screenHydrated = new Promise<void>((resolve) => {
  resolveHydrated = resolve;
});

/** Rendered after every screen, and after the message in place of one; shows its title together with it. */
export function HydrationMark() {
  const router = useRouter();

  useEffect(() => {
    showScreenHead(router.state.location.pathname);
    // Lets the router record the position of a page that was scrolled before hydration; without it, going back would
    // scroll to the top.
    document.dispatchEvent(new Event('scroll'));
    resolveHydrated();
  }, [router]);
  return null;
}

/** Sets the title, description, robots and canonical address of a screen, as in its prerendered page. */
function showScreenHead(pathname: string) {
  const path = isPath(pathname) ? pathname : undefined;
  const description = path ? descriptionOf(path) : '';
  document.title = titleOf(path);
  tag('meta', 'name', 'description', 'content', description);
  tag('meta', 'name', 'robots', 'content', description ? '' : 'noindex');
  tag('link', 'rel', 'canonical', 'href', description && (import.meta.env.PUBLIC_URL || location.origin) + path);
}

/** Writes `value` into the element for `name`, or removes the element when there is no value. */
function tag(element: 'meta' | 'link', by: string, name: string, attribute: string, value: string) {
  const there = document.head.querySelector(`${element}[${by}=${name}]`);
  if (!value) {
    there?.remove();
    return;
  }
  const one = there ?? document.head.appendChild(document.createElement(element));
  one.setAttribute(by, name);
  one.setAttribute(attribute, value);
}
