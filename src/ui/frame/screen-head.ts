import { descriptionOf, titleOf } from '#core/head';
import { isPath } from '#core/routes';

/** Sets the title, description, robots and canonical address of a screen, as in its prerendered page. */
export function showScreenHead(pathname: string) {
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
