import { useAtomValue, useSetAtom, useStore } from 'jotai';
import { useCallback, useState } from 'react';
import { cartTotalOf, countOf } from '#core/cart';
import { matching, noFilter, ranked } from '#core/catalogue';
import type { CartItem, OptionGroup, Product } from '#core/contract';
import type { CounterOrder } from '#core/counter';
import { keyOfLine, unitPriceOf, wholeNameOf } from '#core/line';
import { callNumber } from '#core/order-steps';
import { qrisId, tillId } from '#core/payment';
import { differenceOf, grouped, rupiah } from '#core/rupiah';
import { shop } from '#core/shop';
import { Icon } from '../../design/icon.tsx';
import { showMessage } from '../../design/messages.tsx';
import { setOrder } from '../state/known-board.ts';
import { useListing } from '../state/listing.ts';
import { connectionAtom } from '../state/live.ts';
import { loadMenu, menuAtom } from '../state/menu.ts';
import {
  addAtom,
  chooseAtom,
  countAtom,
  draftAtom,
  editDraftAtom,
  idsOf,
  isSoldOut,
  missingIn,
  noteAtom,
  optionsAtom,
  sendDraftAtom,
} from '../state/till.ts';
import { useChange } from '../state/use-change.ts';
import { Failure } from './failure.tsx';
import { ListingState } from './listing-state.tsx';
import { SearchField } from './search-field.tsx';
import style from './till-view.module.css';

/** Takes an order of a guest without a phone (decision W16). */
export function TillView() {
  const store = useStore();
  const load = useCallback((token: string) => loadMenu(store, token), [store]);
  const listing = useListing(load, { follows: true });
  const menu = useAtomValue(menuAtom);

  return (
    <div className={style.till}>
      <section aria-label="Pilih produk" className={style.products}>
        <ListingState listing={{ ...listing, data: menu }} />
        {menu && <Products products={menu.products} />}
      </section>
      <DraftPanel />
    </div>
  );
}

function Products({ products }: { products: readonly Product[] }) {
  const [keyword, setKeyword] = useState('');
  const [category, setCategory] = useState('');
  const categories = [...new Set(products.map((product) => product.category))];
  const filter = keyword.trim() ? { ...noFilter, keyword } : { ...noFilter, category };

  return (
    <>
      <SearchField keyword={keyword} search={setKeyword} />
      <div className={style.categories}>
        {['', ...categories].map((one) => (
          <button
            key={one}
            type="button"
            className={style.chip}
            aria-pressed={one === category}
            onClick={() => setCategory(one)}
          >
            {one || 'Semua'}
          </button>
        ))}
      </div>
      <ul className={style.grid}>
        {ranked(matching(products, filter), keyword).map((product) => (
          <li key={product._id}>
            <ProductButton product={product} />
          </li>
        ))}
      </ul>
    </>
  );
}

function ProductButton({ product }: { product: Product }) {
  const add = useSetAtom(addAtom);
  const { lines } = useAtomValue(draftAtom);
  const count = countOf(lines.filter(({ _id }) => _id === product._id));
  const isGone = product.available === false;

  return (
    <button type="button" className={style.product} disabled={isGone} onClick={() => add(product)}>
      <span className="bold anywhere">{product.name}</span>
      <span className="soft small">{isGone ? 'Habis' : rupiah(product.price)}</span>
      {count > 0 && <span className={`count ${style.added}`}>{count}</span>}
    </button>
  );
}

function DraftPanel() {
  const { lines } = useAtomValue(draftAtom);

  return (
    <section aria-labelledby="draft" className={style.draft}>
      <h1 id="draft" tabIndex={-1}>
        Pesanan baru
      </h1>
      {lines.length === 0 ? (
        <p className="soft">Ketuk produk untuk menambahkannya.</p>
      ) : (
        <>
          <ul aria-label="Isi pesanan" className="stack gap-2">
            {lines.map((item) => (
              <Line key={keyOfLine(item)} item={item} />
            ))}
          </ul>
          <Place />
          <Payment />
        </>
      )}
    </section>
  );
}

function Line({ item }: { item: CartItem }) {
  const { opened } = useAtomValue(draftAtom);
  const groups = useAtomValue(optionsAtom).get(item._id);
  const edit = useSetAtom(editDraftAtom);
  const count = useSetAtom(countAtom);
  const note = useSetAtom(noteAtom);
  const key = keyOfLine(item);
  const isOpened = opened === key && groups !== undefined;
  const name = wholeNameOf(item);

  return (
    <li className={style.line}>
      <div className="row gap-2">
        <button
          type="button"
          className={style.name}
          aria-expanded={groups ? isOpened : undefined}
          onClick={() => edit({ opened: isOpened ? undefined : key })}
        >
          <span className="bold anywhere">{name}</span>
          {item.note && <span className="soft small anywhere"> “{item.note}”</span>}
        </button>
        <button type="button" className="icon" aria-label={`Kurangi ${name}`} onClick={() => count(item, item.qty - 1)}>
          <Icon name={item.qty > 1 ? 'minus' : 'trash'} size={20} />
        </button>
        <span className="figure bold">{item.qty}</span>
        <button type="button" className="icon" aria-label={`Tambah ${name}`} onClick={() => count(item, item.qty + 1)}>
          <Icon name="plus" size={20} />
        </button>
        <span className={style.price}>{grouped(unitPriceOf(item) * item.qty)}</span>
      </div>
      {isOpened && (
        <div className="stack gap-2">
          {groups.map((group) => (
            <Group key={group._id} item={item} group={group} groups={groups} />
          ))}
          <input
            key={key}
            type="text"
            className={style.field}
            aria-label={`Catatan untuk ${name}`}
            placeholder="Catatan"
            maxLength={140}
            autoComplete="off"
            defaultValue={item.note ?? ''}
            onBlur={({ target }) => note(item, target.value.trim())}
          />
        </div>
      )}
    </li>
  );
}

function Group({ item, group, groups }: { item: CartItem; group: OptionGroup; groups: readonly OptionGroup[] }) {
  const choose = useSetAtom(chooseAtom);
  const chosen = idsOf(item, groups);
  const isFull = group.max > 1 && group.choices.filter(({ _id }) => chosen.includes(_id)).length >= group.max;

  return (
    <fieldset className={style.group}>
      <legend className="soft small">{group.name}</legend>
      {group.choices.map((choice) => {
        const isChosen = chosen.includes(choice._id);
        return (
          <button
            key={choice._id}
            type="button"
            className={style.chip}
            aria-pressed={isChosen}
            disabled={isSoldOut(choice) || (isFull && !isChosen)}
            onClick={() => choose(item, group, choice._id)}
          >
            {choice.name}
            {choice.price !== 0 && <span className="small"> {differenceOf(choice.price)}</span>}
          </button>
        );
      })}
    </fieldset>
  );
}

function Place() {
  const { table, name } = useAtomValue(draftAtom);
  const edit = useSetAtom(editDraftAtom);
  const tables = shop.dineIn ? Array.from({ length: shop.tables }, (_, at) => `${at + 1}`) : [];

  return (
    <fieldset className={style.place}>
      <legend className="hidden">Di mana</legend>
      <div className={style.tables}>
        {shop.pickUp && (
          <button
            type="button"
            className={style.chip}
            aria-pressed={table === undefined}
            onClick={() => edit({ table: undefined })}
          >
            Bawa pulang
          </button>
        )}
        {tables.map((one) => (
          <button
            key={one}
            type="button"
            className={style.chip}
            aria-label={`Meja ${one}`}
            aria-pressed={table === one}
            onClick={() => edit({ table: one })}
          >
            {one}
          </button>
        ))}
      </div>
      <input
        type="text"
        className={style.field}
        aria-label="Nama"
        placeholder="Nama (kalau disebut)"
        maxLength={100}
        autoComplete="off"
        value={name}
        onChange={({ target }) => edit({ name: target.value })}
      />
    </fieldset>
  );
}

const ways = [
  { id: tillId, text: 'Tunai' },
  ...(shop.qris === undefined ? [] : [{ id: qrisId, text: 'QRIS' }]),
  { id: undefined, text: 'Belum dibayar' },
];

function Payment() {
  const store = useStore();
  const { lines } = useAtomValue(draftAtom);
  const options = useAtomValue(optionsAtom);
  const isConnected = useAtomValue(connectionAtom) === 'live';
  const send = useSetAtom(sendDraftAtom);
  const [cash, setCash] = useState('');
  const total = cartTotalOf(lines);
  const given = Number(cash.replace(/\D/g, ''));
  const missing = lines.flatMap((item) => missingIn(item, options.get(item._id) ?? [])?.name ?? []);
  const done = (order: CounterOrder) => {
    setOrder(store, order);
    const change = given > total ? `, kembalian ${rupiah(given - total)}` : '';
    showMessage(`Pesanan ${callNumber(order)} masuk${change}`, { ms: 8_000 });
  };
  const sending = useChange((token, paidWith: string | undefined) => send(token, paidWith), done);

  return (
    <div className="stack gap-2">
      <p className={style.total}>
        <span>Total</span>
        <strong>{rupiah(total)}</strong>
      </p>
      <label className={style.cash}>
        <span>Uang diterima</span>
        <input
          type="text"
          inputMode="numeric"
          className={style.field}
          maxLength={14}
          autoComplete="off"
          value={given > 0 ? grouped(given) : cash}
          onChange={({ target }) => setCash(target.value)}
        />
        {given > 0 && (
          <strong role="status" className="figure">
            {given < total ? `Kurang ${rupiah(total - given)}` : `Kembalian ${rupiah(given - total)}`}
          </strong>
        )}
      </label>
      {!isConnected && (
        <p role="alert" className="notice bad">
          Tidak tersambung ke kedai: pesanan baru belum bisa diterima.
        </p>
      )}
      {missing.length > 0 && <p className="notice warn">{`Pilih ${missing[0]} dulu.`}</p>}
      <Failure
        of={sending.failure}
        in={{
          quote_changed: 'Menu baru saja berubah. Periksa lagi, lalu kirim.',
          key_reused: 'Pesanan ini sudah masuk.',
          unknown_place: 'Meja itu tidak ada.',
        }}
      />
      <div className={style.ways}>
        {ways.map(({ id, text }) => (
          <button
            key={text}
            type="button"
            className={id === undefined ? 'secondary tall' : 'primary tall'}
            disabled={!isConnected || sending.isBusy || missing.length > 0}
            onClick={() => void sending.change(id)}
          >
            {id === undefined ? text : `${text} · kirim`}
          </button>
        ))}
      </div>
    </div>
  );
}
