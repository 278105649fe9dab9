/** The handover in an address: `?meja=7` of a table's QR code, `?layanan=pickup` of the front page (decision O13). */
import { quoted, valuesOf } from './search-parameters.ts';
import { handoverOf, handovers, services } from './shop.ts';
import { tableOf } from './table.ts';

/** A handover's id, or 'courier' for any courier, and its table; `refused` with the given name if the shop has none. */
export type HandoverRequest = { handover: string; table?: string } | { refused: 'table' | 'service'; name: string };

/** The two search parameters of an address. */
interface Parameters {
  meja?: unknown;
  layanan?: unknown;
}

/**
 * The handover that these search parameters request; undefined when both are absent. An empty parameter is not absent. A
 * table takes precedence over a service. Several different values of one parameter are refused.
 */
export function handoverRequest({ meja, layanan }: Parameters): HandoverRequest | undefined {
  const tables = valuesOf(meja);
  const named = valuesOf(layanan);
  if (tables.length > 0) {
    const table = onlyValue(tables.map((text) => tableOf(text)));
    return table ? { handover: 'dine-in', table } : { refused: 'table', name: quoted(tables) };
  }
  if (named.length === 0) return undefined;
  const handover = onlyValue(named.map(serviceOf));
  return handover ? { handover } : { refused: 'service', name: quoted(named) };
}

const onlyValue = ([first = '', ...others]: string[]) => (others.every((other) => other === first) ? first : '');

/** The id of the service or courier with this name in an address; empty for one that this shop does not offer. */
function serviceOf(text: string): string {
  const isCalled = (name: string) => name.toLowerCase() === text.toLowerCase();
  return (
    handoverOf(text)?.id ??
    services.find(({ kind, name }) => isCalled(kind) || isCalled(name))?.kind ??
    handovers.find(({ id }) => isCalled(id))?.id ??
    ''
  );
}
