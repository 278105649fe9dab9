/** What an address asks for: a table's QR code `?meja=7`, a service of the front page `?layanan=pickup` (decision O13). */
import { quoted, valuesOf } from './search-parameters.ts';
import { handoverOf, handovers, services } from './shop.ts';
import { tableOf } from './table.ts';

/** A handover's id, or 'courier' for any courier, with its table; or what this shop does not have, as it was named. */
export type HandoverRequest = { handover: string; table?: string } | { refused: 'table' | 'service'; name: string };

/** The two search parameters, as an address has them. */
interface Parameters {
  meja?: unknown;
  layanan?: unknown;
}

/**
 * What these search parameters ask for; undefined when neither is there, not even empty. A table decides also where a
 * service is named. Different values ask for nothing that exists.
 */
export function handoverRequest({ meja, layanan }: Parameters): HandoverRequest | undefined {
  const tables = valuesOf(meja);
  const named = valuesOf(layanan);
  if (tables.length > 0) {
    const table = theOne(tables.map((text) => tableOf(text)));
    return table ? { handover: 'dine-in', table } : { refused: 'table', name: quoted(tables) };
  }
  if (named.length === 0) return undefined;
  const handover = theOne(named.map(serviceOf));
  return handover ? { handover } : { refused: 'service', name: quoted(named) };
}

const theOne = ([first = '', ...others]: string[]) => (others.every((other) => other === first) ? first : '');

/** The id of what a service or courier is called in an address; empty for what this shop does not offer. */
function serviceOf(text: string): string {
  const isCalled = (name: string) => name.toLowerCase() === text.toLowerCase();
  return (
    handoverOf(text)?.id ??
    services.find(({ kind, name }) => isCalled(kind) || isCalled(name))?.kind ??
    handovers.find(({ id }) => isCalled(id))?.id ??
    ''
  );
}
