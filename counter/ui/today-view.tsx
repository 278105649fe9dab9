import { useId } from 'react';
import type { Today } from '#core/counter';
import { isFinal } from '#core/order-steps';
import { grouped, rupiah } from '#core/rupiah';
import button from '../../design/button.module.css';
import { Icon } from '../../design/icon.tsx';
import { getToday } from '../state/api.ts';
import { useListing } from '../state/listing.ts';
import { wordOf } from '../state/words.ts';
import { ListingState } from './listing-state.tsx';
import style from './today-view.module.css';
import view from './view.module.css';

/** The report of the day, from the shop's own day. */
export function TodayView() {
  const listing = useListing(getToday);
  const { data } = listing;

  return (
    <div className={view.view}>
      <div className={view.head}>
        <h1>Hari ini</h1>
        <button type="button" className={button.secondary} onClick={listing.reload}>
          <Icon name="refresh" size={18} /> Perbarui
        </button>
      </div>
      <ListingState listing={listing} />
      {data && <Report today={data} />}
    </div>
  );
}

function Report({ today: { day, byStatus, byPayment, bestSold } }: { today: Today }) {
  const sold = byStatus.filter(({ name }) => name !== 'cancelled');
  const sum = (count: 'orders' | 'rupiah') => sold.reduce((total, one) => total + one[count], 0);
  const open = sold.filter(({ name }) => !isFinal(name)).reduce((total, { orders }) => total + orders, 0);

  return (
    <>
      <p className={view.soft}>
        {new Intl.DateTimeFormat('id-ID', { dateStyle: 'full', timeZone: 'UTC' }).format(Date.parse(day) || 0)}
      </p>
      <dl className={style.totals}>
        <Total name="Pesanan" value={grouped(sum('orders'))} />
        <Total name="Rupiah" value={rupiah(sum('rupiah'))} />
        <Total name="Belum selesai" value={grouped(open)} />
      </dl>
      <div className={style.tables}>
        <Sums title="Menurut status" rows={byStatus.map((row) => ({ ...row, name: wordOf(row.name) }))} />
        <Sums title="Menurut cara bayar" rows={byPayment} />
        <section aria-labelledby="best-sold" className={style.table}>
          <h2 id="best-sold">Paling laku</h2>
          {bestSold.length === 0 ? (
            <p className={view.soft}>Belum ada.</p>
          ) : (
            <ol className={style.best}>
              {bestSold.map(({ name, qty }) => (
                <li key={name}>
                  <span>{name}</span>
                  <strong>{grouped(qty)}</strong>
                </li>
              ))}
            </ol>
          )}
        </section>
      </div>
    </>
  );
}

function Total({ name, value }: { name: string; value: string }) {
  return (
    <div className={style.total}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function Sums({ title, rows }: { title: string; rows: Today['byStatus'] }) {
  const id = useId();

  return (
    <section className={style.table}>
      <h2 id={id}>{title}</h2>
      {rows.length === 0 ? (
        <p className={view.soft}>Belum ada.</p>
      ) : (
        <table aria-labelledby={id}>
          <thead>
            <tr>
              <th scope="col">{title.replace('Menurut ', '')}</th>
              <th scope="col">Pesanan</th>
              <th scope="col">Rupiah</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, orders, rupiah: amount }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{grouped(orders)}</td>
                <td>{rupiah(amount)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
