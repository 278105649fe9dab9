import type { Quote } from '#core/failure';
import type { Order } from '#core/order-contract';
import { rupiah } from '#core/rupiah';
import style from './quote-comparison.module.css';

/** Whether no item of an order is available any more. */
export const nothingLeftOf = (order: Order, quote: Quote) =>
  quote.lines.filter(({ now }) => now === null).length === order.order_items.length;

/**
 * The texts of the question and its confirming button: other prices, sold-out items, or both; neither may be left out.
 */
export const decisionOn = (order: Order, quote: Quote) =>
  quote.lines.every(({ now }) => now === null) && quote.delivery_fee === order.delivery_fee
    ? { title: 'Ada yang habis', agree: 'Pesan tanpa yang habis' }
    : {
        title: quote.lines.some(({ now }) => now === null) ? 'Ada yang habis, harga berubah' : 'Harga berubah',
        agree: 'Setuju dengan harga baru',
      };

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
          {quote.lines.map(({ product, index = product, name, was, qty, shown, now, reason }) => (
            <tr key={index}>
              <th scope="row">{`${qty} × ${name}`}</th>
              <td>
                {was && <span className="block small">{was}</span>}
                <span>{rupiah(shown * qty)}</span>
              </td>
              <td>
                {was && now !== null && <span className="block small">{name}</span>}
                <span>{now === null ? (reason && absences[reason]) || 'Habis' : rupiah(now * qty)}</span>
              </td>
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
