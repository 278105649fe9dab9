/** Customers' carts in the database, with revisions and the sequences of their devices (decision C3). */
import { withoutOptions } from '#core/cart';
import { type CartUpload, maxLines, maxQuantity } from '#core/contract';
import { keyOfLine } from '#core/line';
import type { Customer } from '../accounts/sessions.ts';
import type { Context } from '../context.ts';
import type { Database, DatabaseTransaction } from '../database/open.ts';
import { storeNewest } from '../database/store-newest.ts';

/** How many devices of a customer are remembered; the one that was silent longest is forgotten first. */
const maxDevices = 20;

export interface StoredCart {
  lines: readonly CartLine[];
  /** Counts the changes; 0 where there is no cart yet. */
  revision: number;
  /** The last sequence that was taken of the asking device; undefined when none was, or it was silent for long. */
  seq: number | undefined;
}

export interface Device {
  id: string;
  seq: number;
}

interface Upload {
  /** Line by line, or one line a product of a device that knows no options. */
  cart: CartUpload;
  device: Device | undefined;
  /** Whether it was made from this revision; undefined when it may replace any. */
  isExpected: ((revision: number) => boolean) | undefined;
}

/** A customer's cart as the device `deviceId` asks for it. */
export async function readCart(
  database: Database,
  customer: Customer,
  deviceId: string | undefined,
): Promise<StoredCart> {
  // Cart and sequence are read in one statement, so that no write can come between them.
  const row = await database
    .selectFrom('carts')
    .leftJoin('cart_clients', (join) =>
      join.onRef('cart_clients.customer_id', '=', 'carts.customer_id').on('client_id', '=', deviceId ?? ''),
    )
    .select(['items', 'lines', 'revision', 'seq'])
    .where('carts.customer_id', '=', customer.id)
    .executeTakeFirst();
  return {
    lines: JSON.parse(row?.lines ?? row?.items ?? '[]'),
    revision: row?.revision ?? 0,
    seq: row?.seq ?? undefined,
  };
}

/**
 * Replaces a customer's cart, unless the upload comes `late`, behind another one of its device, or the cart was `changed` elsewhere.
 * Resolves with the cart as it is then.
 */
export function replaceCart(
  { database, now: clock }: Pick<Context, 'database' | 'now'>,
  customer: Customer,
  { cart, device, isExpected }: Upload,
): Promise<StoredCart & { outcome: 'replaced' | 'late' | 'changed' }> {
  return database.transaction().execute(async (transaction) => {
    const now = clock();
    await lockCart(transaction, customer.id, now);
    const current = await readCart(transaction, customer, device?.id);
    if (device && current.seq !== undefined && device.seq <= current.seq) return { ...current, outcome: 'late' };
    if (isExpected && !isExpected(current.revision)) return { ...current, outcome: 'changed' };

    const lines = cart.lines ?? (isChosen(current.lines) ? withItems(current.lines, cart.items) : cart.items);
    const revision = current.revision + 1;
    await transaction
      .updateTable('carts')
      .set({
        items: JSON.stringify(withoutOptions(lines)),
        lines: isChosen(lines) ? JSON.stringify(lines) : null,
        revision,
        updated_at: new Date(now).toISOString(),
      })
      .where('customer_id', '=', customer.id)
      .execute();
    if (device) {
      const row = { customer_id: customer.id, client_id: device.id, seq: device.seq, updated_at: now };
      await storeNewest(transaction, 'cart_clients', row, { key: 'client_id', by: 'updated_at', max: maxDevices });
    }
    return { lines, revision, seq: device?.seq, outcome: 'replaced' };
  });
}

/** Whether something was chosen on a line. */
const isChosen = (lines: readonly CartLine[]) => lines.some((line) => keyOfLine(line) !== line._id);

/** Holds the customer's cart row, made when it is not there, until the transaction ends. */
async function lockCart(transaction: DatabaseTransaction, customer: string, now: number) {
  const cart = transaction.selectFrom('carts').select('revision').where('customer_id', '=', customer).forUpdate();
  if (await cart.executeTakeFirst()) return;
  await transaction
    .insertInto('carts')
    .values({ customer_id: customer, items: '[]', lines: null, revision: 0, updated_at: new Date(now).toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await cart.execute();
}

export type CartLine = NonNullable<CartUpload['lines']>[number];

const isUsual = (line: CartLine) => keyOfLine(line) === line._id;

/**
 * The stored lines after a device that knows no options has sent its cart: they change by its difference to what it saw of each
 * product, on the line without choices first.
 */
function withItems(stored: readonly CartLine[], items: CartUpload['items']): CartLine[] {
  const seen = new Map(withoutOptions(stored).map(({ _id, qty }) => [_id, qty]));
  const changes = new Map(items.map(({ _id, qty }) => [_id, qty - (seen.get(_id) ?? 0)]));
  const lines = stored.map((line) => ({ ...line }));
  // The line without choices changes first, and of the others, which only give, the last one.
  for (const line of [...lines.filter(isUsual), ...lines.filter((one) => !isUsual(one)).reverse()]) {
    const change = changes.get(line._id) ?? Number.NEGATIVE_INFINITY;
    if (change > 0 && !isUsual(line)) continue;
    const qty = Math.min(maxQuantity, Math.max(0, line.qty + change));
    if (changes.has(line._id)) changes.set(line._id, change > 0 ? 0 : change + line.qty - qty);
    line.qty = qty;
  }
  const added = [...changes].flatMap(([_id, qty]) => (qty > 0 ? [{ _id, qty }] : []));
  return [...lines.filter(({ qty }) => qty > 0), ...added].slice(0, maxLines);
}
