/** What the headers of a request say about the response (RFC 9110 §12 and §13). */

/** The weight (0 to 1) that a header such as Accept-Encoding (RFC 9110 §12.4.2) gives to `name`; undefined where it does not name it. */
export function weightOf(name: string, header: string): number | undefined {
  const preferences = header.toLowerCase();
  if (!preferences.includes(name)) return undefined;
  for (const entry of preferences.split(',')) {
    const [one = '', ...parameters] = entry.split(';');
    if (one.trim() !== name) continue;
    const weight = parameters.find((parameter) => /^\s*q=/.test(parameter));
    return weight === undefined ? 1 : Number(weight.split('=')[1]);
  }
  return undefined;
}

/** Whether an If-None-Match names this ETag. It compares weakly: a proxy may have weakened the tag on its way (RFC 9110 §13.1.2). */
export const holdsCopy = (header: string | undefined, etag: string) =>
  header?.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag) ?? false;
