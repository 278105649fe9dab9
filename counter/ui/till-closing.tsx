import { useStore } from 'jotai';
import { useId, useState } from 'react';
import type { Closing, Closings, OpenTill } from '#core/counter';
import { tillId } from '#core/payment';
import { amountIn, differenceOf, grouped, regrouped, rupiah } from '#core/rupiah';
import { refusalOf } from '#device/failures';
import { Icon } from '../../design/icon.tsx';
import { getClosingCsv, postClosing } from '../state/api.ts';
import { type Listing, useChange } from '../state/calls.ts';
import { Failure, ListingState, NoAmount } from './listing-state.tsx';
import { confirmed } from './sheet.tsx';
import style from './till-closing.module.css';
import { dayOf, timeOf } from './time.ts';

/** The id of its heading. */
export const closingId = 'till';

/** Counts the cash against what was confirmed since the last closing (decision W13). */
export function TillClosing({ listing }: { listing: Listing<Closings> }) {
  const { data, reload } = listing;
  /** The closing since which nothing was paid or paid back. */
  const last = data?.open.paid.length === 0 && data.open.refunded.length === 0 ? data.data[0] : undefined;
  /** The last closing, after which the cash is counted once more. */
  const [recounted, setRecounted] = useState<number>();
  const earlier = data?.data.filter((closing) => closing !== last) ?? [];

  return (
    <section aria-labelledby={closingId} className="card stack gap-4 padded">
      <h2 id={closingId} tabIndex={-1}>
        Tutup kasir
      </h2>
      <ListingState listing={listing} />
      {last && <Receipt closing={last} />}
      {last && last.id !== recounted && (
        <button type="button" className="quiet tall" onClick={() => setRecounted(last.id)}>
          Hitung lagi
        </button>
      )}
      {data && last?.id === recounted && <Count key={data.open.after} open={data.open} reload={reload} />}
      {earlier.length > 0 && (
        <>
          <h3>Tutup kasir sebelumnya</h3>
          <ul className="stack gap-2">
            {earlier.map((closing) => (
              <Closed key={closing.id} closing={closing} />
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

const momentOf = (moment: string) => timeOf(Date.parse(moment) || 0, Date.now());

/** '30 Nov 04.00 sampai 1 Des 03.29': the end has its date if it is on another day than the beginning. */
const spanOf = ({ from, until }: Pick<Closing, 'from' | 'until'>, to: string) =>
  [momentOf(from), timeOf(Date.parse(until) || 0, Date.parse(from) || 0)].join(to);

/** 'Pas', 'Kurang Rp5.000', 'Lebih Rp2.000'. */
const differenceInWords = (difference: number) =>
  difference === 0 ? 'Pas' : `${difference < 0 ? 'Kurang' : 'Lebih'} ${rupiah(Math.abs(difference))}`;

/** '−Rp2.000' where more cash was paid back than taken. */
const cashInWords = (expected: number) => (expected < 0 ? differenceOf(expected) : rupiah(expected));

/** What is short is marked; what is too much is only named. */
const toneOf = (difference: number) => (difference < 0 ? 'bad' : difference === 0 ? 'good' : 'crema');

function Count({ open, reload }: { open: OpenTill; reload: () => void }) {
  const { after, through, until, paid, refunded, expected, unpaid } = open;
  const store = useStore();
  const hint = useId();
  const [typed, setTyped] = useState('');
  const counted = amountIn(typed);
  // Cash at the end, above what it adds up to.
  const lines = [
    ...paid.map(({ _id, name, rupiah: amount }) => [_id, `${name} diterima`, rupiah(amount)] as const),
    ...refunded.map(({ _id, name, rupiah: amount }) => [_id, `${name} dikembalikan`, `−${rupiah(amount)}`] as const),
  ];
  const closing = useChange((token, counted: number) =>
    postClosing(token, { after, through, until, counted }).then(reload),
  );

  async function ask(counted: number) {
    const difference = counted - expected;
    const detail = (
      <>
        <dl>
          <Sum name="Seharusnya ada" amount={cashInWords(expected)} />
          <Sum name="Dihitung" amount={rupiah(counted)} />
          <Sum name="Selisih" amount={differenceInWords(difference)} tone={`pill ${toneOf(difference)}`} />
          <Sum name="Belum dibayar" amount={`${grouped(unpaid)} pesanan`} />
        </dl>
        <p className="soft">Sesudah ditutup tidak bisa dibuka lagi.</p>
      </>
    );
    if (await confirmed(store, { title: 'Tutup kasir sekarang?', detail, yes: 'Ya, tutup kasir' }))
      void closing.change(counted);
  }

  return (
    <form method="post" className="stack gap-4" onSubmit={() => counted !== undefined && void ask(counted)}>
      <p className="soft">{`Sejak ${spanOf(open, ' sampai ')}.`}</p>
      <dl>
        {lines
          .toSorted(([one], [other]) => Number(one === tillId) - Number(other === tillId))
          .map(([, name, amount]) => (
            <Sum key={name} name={name} amount={amount} />
          ))}
        <Sum name="Tunai yang seharusnya ada" amount={cashInWords(expected)} tone="heavy" />
      </dl>
      <p className="soft small">Uang pesanan yang batal ikut dihitung sampai dikembalikan.</p>
      <label className="stack gap-1">
        <span>Uang tunai yang dihitung</span>
        <input
          className={`control large heavy ${style.amount}`}
          inputMode="numeric"
          autoComplete="off"
          maxLength={14}
          aria-describedby={hint}
          placeholder="0"
          value={typed}
          onChange={({ target }) => setTyped(regrouped(typed, target.value))}
        />
        <span id={hint} className="soft small">
          Tanpa modal, yaitu uang kembalian yang sudah ada di laci sejak awal.
        </span>
      </label>
      {typed && counted === undefined && <NoAmount />}
      {counted !== undefined && (
        <p role="status" className={`notice bold ${toneOf(counted - expected)}`}>
          {differenceInWords(counted - expected)}
        </p>
      )}
      <Failure
        of={closing.failure}
        in={{
          closing_changed: 'Kasir sudah ditutup, di sini atau di perangkat lain.',
          owner_only: 'Hanya pemilik yang bisa menutup kasir.',
        }}
      />
      {refusalOf(closing.failure)?.code === 'closing_changed' ? (
        <button type="button" className="primary tall" onClick={reload}>
          Lihat
        </button>
      ) : (
        <button type="submit" className="primary tall" disabled={counted === undefined || closing.isBusy}>
          Tutup kasir
        </button>
      )}
    </form>
  );
}

function Sum({ name, amount, tone }: { name: string; amount: string; tone?: string }) {
  return (
    <div className={style.sum}>
      <dt>{name}</dt>
      <dd className={tone}>{amount}</dd>
    </div>
  );
}

/** What the last closing has come to. */
function Receipt({ closing }: { closing: Closing }) {
  const { by, until, expected, counted } = closing;

  return (
    <>
      <div role="status" className={`notice ${toneOf(counted - expected)}`}>
        <p>{`Kasir ditutup ${momentOf(until)} · ${by}`}</p>
        <p className="title heavy">{differenceInWords(counted - expected)}</p>
      </div>
      <dl>
        <Sum name="Seharusnya ada" amount={cashInWords(expected)} />
        <Sum name="Dihitung" amount={rupiah(counted)} />
      </dl>
      <SaveButton closing={closing} />
    </>
  );
}

function Closed({ closing }: { closing: Closing }) {
  const { by, expected, counted } = closing;

  return (
    <li className={style.sum}>
      <div>
        <p>
          <strong>{spanOf(closing, ' – ')}</strong>
          <span className="soft small">{` · ${by}`}</span>
        </p>
        <p>{`${rupiah(counted)} dari ${cashInWords(expected)}`}</p>
      </div>
      <span className={`pill ${toneOf(counted - expected)}`}>{differenceInWords(counted - expected)}</span>
      <SaveButton closing={closing} />
    </li>
  );
}

/** Saves a closing as a file. */
function SaveButton({ closing: { id, until } }: { closing: Closing }) {
  const saving = useChange(async (token) => {
    const url = URL.createObjectURL(await getClosingCsv(token, id));
    const link = document.createElement('a');
    link.href = url;
    link.download = `kasir-${dayOf(Date.parse(until))}-${id}.csv`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  });

  return (
    <>
      <Failure of={saving.failure} in={{}} />
      <button type="button" className="secondary" disabled={saving.isBusy} onClick={() => void saving.change()}>
        <Icon name="download" size={18} /> CSV
      </button>
    </>
  );
}
