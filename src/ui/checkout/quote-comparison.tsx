import type { Quote } from '#core/failure';
import type { Order, OrderItem } from '#core/order-contract';
import { rupiah } from '#core/rupiah';
import style from './quote-comparison.module.css';

/** Whether no item of an order is available any more. */
export const nothingLeftOf = (order: Order, quote: Quote) =>
  quote.lines.filter(({ now }) => now === null).length === order.order_items.length;

/**
 * The texts of the question and its confirming button: other prices, other choices, sold-out items; none of them may be left out.
 */
export function decisionOn(order: Order, { lines, delivery_fee }: Quote) {
  const absent = lines.filter(({ now }) => now === null);
  const hasNewPrice =
    delivery_fee !== order.delivery_fee || lines.some(({ now, shown }) => now !== null && now !== shown);
  const isRenamed = lines.some(({ reason }) => reason === 'renamed');
  const isToChoose = absent.some(({ reason }) => reason === 'choose_again');
  const isSoldOut = absent.some(({ reason }) => reason !== 'choose_again');
  const missing = `Ada yang ${[isSoldOut && 'habis', isToChoose && 'perlu dipilih lagi'].filter(Boolean).join(' atau ')}`;
  if (absent.length > 0 && !hasNewPrice && !isRenamed)
    return { title: missing, agree: isToChoose ? 'Pesan tanpa itu' : 'Pesan tanpa yang habis' };
  const changed = !isRenamed ? 'harga' : hasNewPrice ? 'harga dan pilihan' : 'pilihan';
  const title = `${absent.length > 0 ? `${missing}, ` : ''}${changed} berubah`;
  return { title: title.replace(/^./, (letter) => letter.toUpperCase()), agree: `Setuju dengan ${changed} baru` };
}

/** Why a line cannot be had, besides being sold out. */
const absences: Partial<Record<string, string>> = { gone: 'Tidak ada lagi', choose_again: 'Pilih lagi' };

/** Old and new prices in comparison, so that the customer can decide (decision O5). */
export function QuoteComparison({ order, quote }: { order: Order; quote: Quote }) {
  return (
    <div className={style.scroll}>
      <table className={`wide figure ${style.quote}`}>
        <thead className="soft small">
          <tr>
            <th scope="col">Produk</th>
            <th scope="col">Tadi</th>
            <th scope="col">Sekarang</th>
          </tr>
        </thead>
        <tbody>
          {quote.lines.map(({ product, index, name, was, qty, shown, now, reason }) => (
            <tr key={index ?? product}>
              <th scope="row">
                {was && (
                  <span className="block">
                    <span className="hidden">Tadi</span> <s>{`${qty} × ${was}`}</s>
                  </span>
                )}{' '}
                <span className={was && 'block bold'}>
                  {was && <span className="hidden">Sekarang</span>} {`${qty} × ${name}`}
                </span>
                <Note of={index === undefined ? undefined : order.order_items[index]} />
              </th>
              <td>{rupiah(shown * qty)}</td>
              <td>{now === null ? (reason && absences[reason]) || 'Habis' : rupiah(now * qty)}</td>
            </tr>
          ))}
          {quote.delivery_fee !== order.delivery_fee && (
            <tr>
              <th scope="row">Ongkos Kirim</th>
              <td>{rupiah(order.delivery_fee)}</td>
              <td>{rupiah(quote.delivery_fee)}</td>
            </tr>
          )}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total Belanja</th>
            <td>{rupiah(order.totalShopping)}</td>
            <td>{nothingLeftOf(order, quote) ? '–' : rupiah(quote.totalShopping)}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

/** Lines may differ in nothing else. */
const Note = ({ of: item }: { of: OrderItem | undefined }) =>
  item?.note && <span className="block soft">{`“${item.note}”`}</span>;
