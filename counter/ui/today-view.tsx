import { useAtomValue } from 'jotai';
import { useCallback, useId, useState } from 'react';
import type { Today } from '#core/counter';
import { grouped, rupiah } from '#core/rupiah';
import { wordOf } from '#core/status-words';
import { IconButton, type IconName } from '../../design/icon.tsx';
import { getTill, getToday } from '../state/api.ts';
import { useListing } from '../state/calls.ts';
import { isUnheardAtom } from '../state/live.ts';
import { ListingState } from './listing-state.tsx';
import { closingId, TillClosing } from './till-closing.tsx';
import { timeOf } from './time.ts';
import style from './today-view.module.css';
import view from './view.module.css';

/** What was taken on a day, by default the shop's current one, and closing the till (decision W13). */
export function TodayView() {
  const [chosen, setChosen] = useState<string>();
  const load = useCallback(
    async (token: string) => ({ chosen, today: await getToday(token, chosen), heardAt: Date.now() }),
    [chosen],
  );
  const listing = useListing(load, { follows: true });
  // Only on request: its owner is counting.
  const till = useListing(getTill);
  const isUnheard = useAtomValue(isUnheardAtom);
  const isOld = isUnheard || listing.hasFailed;
  const [today, setToday] = useState<string>();
  const { data } = listing;
  const shown = data?.chosen === chosen ? data : undefined;
  if (chosen === undefined && shown && shown.today.day !== today) setToday(shown.today.day);

  return (
    <div className={`${view.view} ${style.today}`}>
      <div className="stack gap-4">
        <div className={view.head}>
          <div className="row gap-1">
            <h1>Penjualan</h1>
            <IconButton
              icon="refresh"
              label="Perbarui"
              className="accent"
              disabled={isUnheard}
              onClick={() => {
                listing.reload();
                till.reload();
              }}
            />
          </div>
          {data && (
            <button
              type="button"
              className={`secondary ${style.toClosing}`}
              onClick={() => document.getElementById(closingId)?.focus()}
            >
              Tutup kasir
            </button>
          )}
        </div>
        {today && (
          <DayPicker day={chosen ?? today} today={today} choose={(day) => setChosen(day === today ? undefined : day)} />
        )}
        <ListingState listing={{ ...listing, data: shown }} />
        {shown && isOld && <p className="bold">{`Per ${timeOf(shown.heardAt, Date.now())}`}</p>}
        {shown && (
          <div className={`stack gap-4 ${isOld ? style.old : ''}`}>
            <Report today={shown.today} />
          </div>
        )}
      </div>
      {data && <TillClosing listing={till} />}
    </div>
  );
}

const dateInWords = new Intl.DateTimeFormat('id-ID', {
  weekday: 'long',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

function DayPicker({ day, today, choose }: { day: string; today: string; choose: (day: string) => void }) {
  const arrow = (name: string, icon: IconName, days: number) => (
    <IconButton
      icon={icon}
      label={name}
      className={style.arrow}
      disabled={days > 0 && day >= today}
      onClick={() => choose(new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10))}
    />
  );

  return (
    <div className="row gap-2">
      {arrow('Hari sebelumnya', 'back', -1)}
      <label className={`center text-center control bold ringed ${style.day}`}>
        <span>{dateInWords.format(Date.parse(day) || 0)}</span>
        <input
          type="date"
          aria-label="Hari"
          required
          max={today}
          value={day}
          onClick={({ currentTarget }) => currentTarget.showPicker?.()}
          onChange={({ target }) => target.value && target.value <= today && choose(target.value)}
        />
      </label>
      {arrow('Hari berikutnya', 'forward', 1)}
    </div>
  );
}

function Report({ today: { money, byStatus, byPayment, refunded, bestSold } }: { today: Today }) {
  const { paid, due, refund, cancelled } = money;

  return (
    <>
      {/* What is not confirmed is no money, and is added to none (decision W2). */}
      <dl className={`card stack gap-4 padded ${style.totals}`}>
        <Total name="Sudah dibayar" amount={paid} tone={style.paid} />
        <Total name="Belum dibayar" amount={due} />
        {refund.orders > 0 && <Total name="Harus dikembalikan" amount={refund} tone={style.refund} />}
        {cancelled.orders > 0 && <Total name="Dibatalkan tanpa dibayar" amount={{ orders: cancelled.orders }} />}
      </dl>
      <div className={style.tables}>
        <Sums title="Menurut cara bayar" columns={['Cara bayar', 'Pesanan', 'Rupiah']} rows={byPayment} />
        {refunded.length > 0 && (
          <Sums title="Dikembalikan" columns={['Cara bayar', 'Pesanan', 'Rupiah']} rows={refunded}>
            Pesanan yang dibatalkan tidak dihitung lagi di cara bayar.
          </Sums>
        )}
        <Sums
          title="Paling laku"
          columns={['Produk', 'Jumlah']}
          rows={bestSold.map(({ name, qty }) => ({ name, orders: qty }))}
        />
        <Sums
          title="Menurut status"
          columns={['Status', 'Pesanan']}
          rows={byStatus.map(({ name, orders }) => ({ name: wordOf(name), orders }))}
        />
      </div>
    </>
  );
}

interface TotalProps {
  name: string;
  amount: { orders: number; rupiah?: number };
  tone?: string | undefined;
}

function Total({ name, amount: { orders, rupiah: sum }, tone }: TotalProps) {
  const count = `${grouped(orders)} pesanan`;

  return (
    <div className={tone}>
      <dt className="soft">{name}</dt>
      <dd>
        <span className={`block title heavy ${style.figure}`}>{sum === undefined ? count : rupiah(sum)}</span>
        {sum !== undefined && <span>{count}</span>}
      </dd>
    </div>
  );
}

interface SumsProps {
  title: string;
  columns: readonly string[];
  rows: readonly { name: string; orders: number; rupiah?: number }[];
  children?: string;
}

function Sums({ title, columns, rows, children }: SumsProps) {
  const id = useId();

  return (
    <section aria-labelledby={id} className={`card stack ${style.table}`}>
      <h2 id={id}>{title}</h2>
      {rows.length === 0 ? (
        <p className="soft">Belum ada.</p>
      ) : (
        <table aria-labelledby={id} className="wide">
          <thead className="soft small from-18em">
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, orders, rupiah: amount }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{grouped(orders)}</td>
                {amount !== undefined && <td>{rupiah(amount)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {children && <p className="soft small">{children}</p>}
    </section>
  );
}
