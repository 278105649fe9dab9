/** One text for one value, whatever the order of its keys (RFC 8785 in the small: our values hold no floats). */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value).filter(([, held]) => held !== undefined);
  return `{${entries
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, held]) => `${JSON.stringify(key)}:${canonical(held)}`)
    .join(',')}}`;
}

/** Whether two values are equal as JSON, whatever the order of their keys; a key with `undefined` counts as absent. */
export const isSame = (one: unknown, other: unknown) => canonical(one) === canonical(other);
