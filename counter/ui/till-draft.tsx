import { useAtomValue, useStore } from 'jotai';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { cartTotalOf, countOf } from '#core/cart';
import { maxQuantity, type OptionGroup } from '#core/contract';
import { unitPriceOf, wholeNameOf } from '#core/line';
import { idsAfter, idsAsUsual, idsOf, isChoosable } from '#core/options';
import { differenceOf, grouped, rupiah } from '#core/rupiah';
import { shop } from '#core/shop';
import { Icon, IconButton } from '../../design/icon.tsx';
import { changeLine, faultAtom, optionsAtom } from '../state/till.ts';
import { draftAtom, editDraft, sentOrderAtom, type TillLine } from '../state/till-draft.ts';
import { showOrder } from './location.ts';
import { TillPayment } from './till-payment.tsx';
import style from './till-view.module.css';

/** What is in the order that is being taken, where it goes, and how it is paid. */
export function TillDraft({ showProducts }: { showProducts: () => void }) {
  const { key, lines } = useAtomValue(draftAtom);
  const sent = useAtomValue(sentOrderAtom);

  return (
    <section aria-labelledby="draft" className={`stack gap-4 top ${style.draft}`}>
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
        {/* What the guest is told and given. */}
        <div role="status">
          {sent && (
            <div className={`notice good heavy wrap gap-4 flat ${style.sent}`}>
              <p>
                {sent.wasChanged
                  ? `Pesanan ${sent.number ?? 'itu'} sudah masuk, sebelum diubah. ${lines.length > 0 ? 'Yang belum masuk tetap di sini.' : 'Periksa di papan.'}`
                  : `Pesanan ${sent.number} masuk`}
              </p>
              {sent.change > 0 && <p>{`Kembalian ${rupiah(sent.change)}`}</p>}
            </div>
          )}
        </div>
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
          <div className={`stack ${style.order}`}>
            <ul id="lines" aria-label="Isi pesanan" className="stack gap-2">
              {lines.map((line) => (
                <Line key={line.id} item={line} />
              ))}
            </ul>
            <Place />
            <TillPayment key={key} />
          </div>
        </>
      )}
    </section>
  );
}

function Place() {
  const { table, name } = useAtomValue(draftAtom);
  const store = useStore();
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
        editDraft(store, { table: to });
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
          className={`control ${style.guest}`}
          aria-label="Nama"
          placeholder="Nama tamu"
          maxLength={100}
          autoComplete="off"
          value={name}
          onChange={({ target }) => editDraft(store, { name: target.value })}
        />
      </div>
      {tables.length > 0 && !isChosen && (
        <>
          <p className="soft small">Meja</p>
          <div className={`stack gap-1 ${style.tables}`}>{tables.map((one) => choose(one, one))}</div>
        </>
      )}
    </fieldset>
  );
}

/** A line of the order that is being taken; opened, with its options. */
function Line({ item }: { item: TillLine }) {
  const { opened } = useAtomValue(draftAtom);
  const groups = useAtomValue(optionsAtom).get(item._id);
  const store = useStore();
  const { id, qty, note = '' } = item;
  const isOpened = opened === id && groups !== undefined;
  const name = wholeNameOf(item);
  const fault = useAtomValue(faultAtom)(item);
  const usual = idsAsUsual(groups ?? [], idsOf(item));
  const choices = (item.choices ?? []).filter(({ _id }) => !usual.includes(_id));

  return (
    <li className={`stack gap-2 ${style.line}`}>
      <div className={`row wrap gap-2 end ${style.head}`}>
        <button
          type="button"
          className={`stack anywhere bare ${style.name}`}
          aria-label={note.trim() ? `${name} “${note.trim()}”` : name}
          aria-expanded={groups ? isOpened : undefined}
          onClick={() => editDraft(store, { opened: isOpened ? undefined : id })}
        >
          <span className="bold">{item.name}</span>
          {choices.length > 0 && <span className="small">{choices.map((choice) => choice.name).join('\u00a0· ')}</span>}
          {note.trim() && !isOpened && <span className="soft small">“{note.trim()}”</span>}
        </button>
        <IconButton
          icon={qty > 1 ? 'minus' : 'trash'}
          label={`Kurangi ${name}`}
          onClick={() => changeLine(store, id, { qty: qty - 1 })}
        />
        <span className="bold">{qty}</span>
        <IconButton
          icon="plus"
          label={`Tambah ${name}`}
          aria-disabled={qty === maxQuantity || undefined}
          onClick={() => changeLine(store, id, { qty: qty + 1 })}
        />
        <span className={`bold ${style.price}`}>{grouped(unitPriceOf(item) * qty)}</span>
      </div>
      {fault && <p className="error small bold">{fault}</p>}
      {isOpened && (
        <div className="stack gap-2">
          {groups.map((group) => (
            <Group key={group._id} item={item} group={group} groups={groups} />
          ))}
          <input
            className="control"
            aria-label={`Catatan untuk ${name}`}
            placeholder="Catatan"
            maxLength={140}
            autoComplete="off"
            value={note}
            onChange={({ target }) => changeLine(store, id, { note: target.value })}
          />
        </div>
      )}
    </li>
  );
}

function Group({ item, group, groups }: { item: TillLine; group: OptionGroup; groups: readonly OptionGroup[] }) {
  const store = useStore();
  const chosen = idsOf(item, groups);

  return (
    <fieldset className={`wrap gap-1 ${style.choices}`}>
      <legend className="soft small">{group.name}</legend>
      {group.choices.map((choice) => (
        <button
          key={choice._id}
          type="button"
          className={style.chip}
          aria-pressed={chosen.includes(choice._id)}
          disabled={!isChoosable(group, choice, chosen)}
          onClick={() => changeLine(store, item.id, { ids: idsAfter(chosen, group, choice._id) })}
        >
          {choice.name}
          {choice.price !== 0 && <span className="soft"> {differenceOf(choice.price)}</span>}
        </button>
      ))}
    </fieldset>
  );
}
