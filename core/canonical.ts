/** The same text for equal values, whatever the order of their keys (a subset of RFC 8785: our values have no floats). */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value).filter(([, entry]) => entry !== undefined);
  return `{${entries
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, entry]) => `${JSON.stringify(key)}:${canonical(entry)}`)
    .join(',')}}`;
}

/** A key with `undefined` counts as absent. */
export const isSame = (one: unknown, other: unknown) => canonical(one) === canonical(other);
