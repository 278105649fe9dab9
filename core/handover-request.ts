/** `?meja=7` of a table's QR code, `?layanan=pickup` of the front page (decision O13). */
import { quoted, valuesOf } from './search-parameters.ts';
import { handoverOf, handovers, services, tableOf } from './shop.ts';

/** `handover`: an id, or 'courier' for any courier. */
export type HandoverRequest = { handover: string; table?: string } | { refused: 'table' | 'service'; name: string };

/** An empty parameter is not absent, a table takes precedence, and several different values are refused. */
export function handoverRequest(parameters: { meja?: unknown; layanan?: unknown }): HandoverRequest | undefined {
  const tables = valuesOf(parameters.meja);
  const named = valuesOf(parameters.layanan);
  if (tables.length > 0) {
    const table = onlyValue(tables.map((text) => tableOf(text)));
    return table ? { handover: 'dine-in', table } : { refused: 'table', name: quoted(tables) };
  }
  if (named.length === 0) return undefined;
  const handover = onlyValue(named.map(serviceOf));
  return handover ? { handover } : { refused: 'service', name: quoted(named) };
}

const onlyValue = ([first = '', ...others]: string[]) => (others.every((other) => other === first) ? first : '');

function serviceOf(text: string): string {
  const isCalled = (name: string) => name.toLowerCase() === text.toLowerCase();
  return (
    handoverOf(text)?.id ??
    services.find(({ kind, name }) => isCalled(kind) || isCalled(name))?.kind ??
    handovers.find(({ id }) => isCalled(id))?.id ??
    ''
  );
}
