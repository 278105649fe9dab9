import { useAtomValue, useSetAtom } from 'jotai';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { cartTotalOf, countOf } from '#core/cart';
import { rupiah } from '#core/rupiah';
import { shop } from '#core/shop';
import { Icon } from '../../design/icon.tsx';
import { draftAtom, editDraftAtom, sentOrderAtom } from '../state/till-draft.ts';
import { showOrder } from './location.ts';
import { TillLine } from './till-line.tsx';
import { TillPayment } from './till-payment.tsx';
import style from './till-view.module.css';

/** What is in the order that is being taken, where it goes, and how it is paid. */
export function TillDraft({ showProducts }: { showProducts: () => void }) {
  const { lines } = useAtomValue(draftAtom);
  const sent = useAtomValue(sentOrderAtom);

  return (
    <section aria-labelledby="draft" className={style.draft}>
      <div className={style.top}>
        <button type="button" className={`quiet ${style.back}`} onClick={showProducts}>
          <Icon name="back" />
          <span>
            Tambah<span className="from-18em"> produk</span>
          </span>
        </button>
        <h1 id="draft" tabIndex={-1}>
          Pesanan baru
        </h1>
        <SentOrder />
      </div>
      {lines.length === 0 ? (
        <p className={`soft ${sent ? style.hint : ''}`}>Ketuk produk untuk menambahkannya.</p>
      ) : (
        <>
          <button
            type="button"
            className={`primary tall ${style.show}`}
            onClick={() => {
              flushSync(showOrder);
              document.getElementById('draft')?.focus();
            }}
          >
            <span className="from-18em">Lihat pesanan</span>
            <span>{`${countOf(lines)} · ${rupiah(cartTotalOf(lines))}`}</span>
          </button>
          <div className={style.order}>
            <ul id="lines" aria-label="Isi pesanan" className="stack gap-2">
              {lines.map((item, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a line that is being chosen stays where it is, and keeps the focus
                <TillLine key={at} item={item} />
              ))}
            </ul>
            <Place />
            <TillPayment />
          </div>
        </>
      )}
    </section>
  );
}

/** What the guest is told and given. */
function SentOrder() {
  const sent = useAtomValue(sentOrderAtom);

  return (
    <div role="status">
      {sent && (
        <div className={`notice good heavy ${style.sent}`}>
          <p>
            {sent.number === undefined
              ? 'Pesanan itu sudah masuk, sebelum diubah. Periksa di papan.'
              : `Pesanan ${sent.number} masuk`}
          </p>
          {sent.change > 0 && <p>{`Kembalian ${rupiah(sent.change)}`}</p>}
        </div>
      )}
    </div>
  );
}

function Place() {
  const { table, name } = useAtomValue(draftAtom);
  const edit = useSetAtom(editDraftAtom);
  /** One that is chosen stands for all, until it is pressed. */
  const [isChosen, setIsChosen] = useState(table !== undefined);
  const tables = shop.dineIn ? Array.from({ length: shop.tables }, (_, at) => `${at + 1}`) : [];
  const choose = (to: string | undefined, text: string) => (
    <button
      key={text}
      type="button"
      className={style.chip}
      aria-label={to && `Meja ${to}`}
      aria-pressed={table === to}
      onClick={() => {
        edit({ table: to });
        setIsChosen(to !== undefined && !isChosen);
      }}
    >
      {text}
    </button>
  );

  return (
    <fieldset className="stack gap-2">
      <legend className="hidden">Di mana</legend>
      <div className="wrap gap-2">
        {isChosen && choose(table, `Meja ${table}`)}
        {shop.pickUp && choose(undefined, 'Bawa pulang')}
        <input
          type="text"
          className={`control ${style.guest}`}
          aria-label="Nama"
          placeholder="Nama tamu"
          maxLength={100}
          autoComplete="off"
          value={name}
          onChange={({ target }) => edit({ name: target.value })}
        />
      </div>
      {tables.length > 0 && !isChosen && (
        <>
          <p className="soft small">Meja</p>
          <div className={style.tables}>{tables.map((one) => choose(one, one))}</div>
        </>
      )}
    </fieldset>
  );
}
