import { atom, useAtom, useAtomValue } from 'jotai';
import { useState } from 'react';
import type { CounterOrder } from '#core/counter';
import { wordOf } from '#core/status-words';
import { Illustration } from '../../design/illustration.tsx';
import { soundAtom } from '../state/bell.ts';
import { boardAtom, type Column, columnOf, columns, inColumn, newOrdersAtom } from '../state/board.ts';
import { unfinishedOrdersAtom } from '../state/changes.ts';
import { connectionAtom } from '../state/live.ts';
import style from './board-view.module.css';
import { addressOf } from './location.ts';
import { CardGrid } from './order-card.tsx';

/** The column that a phone shows: one at a time. */
export const chosenColumnAtom = atom<Column>('waiting_payment');

/** The board: four columns, or one at a time on a phone. */
export function BoardView() {
  const board = useAtomValue(boardAtom);
  const orders = useAtomValue(unfinishedOrdersAtom);
  const chosen = useAtomValue(chosenColumnAtom);
  const isBegun = useIsBegun(orders);

  if (!board) return <p className={style.waiting}>Papan pesanan sedang dibuka …</p>;

  return (
    <div className={isBegun ? style.board : `${style.board} ${style.unbegun}`}>
      <h1 tabIndex={-1} className="hidden">
        Papan pesanan
      </h1>
      <Tabs />
      {columns.map((column) => (
        <section
          key={column}
          id={`column-${column}`}
          aria-labelledby={`column-${column}-name`}
          className={column === chosen ? `${style.column} ${style.chosen}` : style.column}
        >
          <header className={`row apart gap-2 stuck ${style.head}`}>
            <h2 id={`column-${column}-name`}>{wordOf(column)}</h2>
            <span className="count heavy text-center">{inColumn(orders, column).length}</span>
          </header>
          <div className={`gap-2 ${style.cards}`}>
            {inColumn(orders, column).length > 0 ? (
              <CardGrid orders={inColumn(orders, column)} />
            ) : column === 'waiting_payment' && orders.length === 0 ? (
              <Waiting />
            ) : (
              <p className={`soft text-center ${style.empty}`}>Kosong</p>
            )}
            {column === 'waiting_payment' && board.older > 0 && (
              <a href={addressOf('lama')} className={style.more}>
                {`Pesanan lama (${board.older})`}
              </a>
            )}
            {column === 'ready' && (
              <a href={addressOf('selesai')} className={style.more}>
                Selesai hari ini
                {board.finished > 0 && ` (${board.finished})`}
                {board.unpaid > 0 && `, ${board.unpaid} belum dibayar`}
              </a>
            )}
          </div>
        </section>
      ))}
    </div>
  );
}

/**
 * Whether the columns share the room alike, from the first order that is begun until the board is empty: no later step moves or resizes what
 * is in another column. Before, the new orders have all of it.
 */
function useIsBegun(orders: readonly CounterOrder[]) {
  const [wasBegun, setWasBegun] = useState(false);
  const isBegun =
    orders.length > 0 && (wasBegun || orders.some(({ status }) => columnOf(status) !== 'waiting_payment'));
  if (isBegun !== wasBegun) setWasBegun(isBegun);
  return isBegun;
}

const soundWords = {
  on: 'Pesanan yang masuk muncul di sini dan berbunyi.',
  locked: 'Sentuh layar sekali supaya pesanan yang masuk berbunyi.',
  off: 'Bunyi mati: pesanan yang masuk muncul di sini tanpa bunyi.',
};

/** What an empty board says, so that staff know that it hears the shop, and that the shop is heard. */
function Waiting() {
  const sound = useAtomValue(soundAtom);
  if (useAtomValue(connectionAtom) !== 'live') return <p className={style.waiting}>Papan terakhir ini kosong.</p>;

  return (
    <div className={style.waiting}>
      <Illustration name="empty-orders" width={240} height={180} />
      <strong>Tersambung, menunggu pesanan</strong>
      <p>{soundWords[sound]}</p>
    </div>
  );
}

/** The tabs of a phone, by the pattern of WAI-ARIA: the arrow keys choose. */
function Tabs() {
  const orders = useAtomValue(unfinishedOrdersAtom);
  const [chosen, choose] = useAtom(chosenColumnAtom);
  const unseen = useAtomValue(newOrdersAtom).size;
  const by = (steps: number) => columns[(columns.indexOf(chosen) + steps + columns.length) % columns.length] ?? chosen;

  return (
    <div
      role="tablist"
      aria-label="Kolom"
      className={style.tabs}
      onKeyDown={({ key, currentTarget }) => {
        if (key !== 'ArrowLeft' && key !== 'ArrowRight') return;
        const next = by(key === 'ArrowLeft' ? -1 : 1);
        choose(next);
        currentTarget.querySelector<HTMLElement>(`[aria-controls="column-${next}"]`)?.focus();
      }}
    >
      {columns.map((column) => (
        <button
          key={column}
          type="button"
          role="tab"
          aria-selected={column === chosen}
          aria-controls={`column-${column}`}
          tabIndex={column === chosen ? 0 : -1}
          className={column === 'waiting_payment' && unseen > 0 ? `${style.tab} ${style.calling}` : style.tab}
          onClick={() => choose(column)}
        >
          <span>{wordOf(column)}</span>
          <span className="count heavy text-center">{inColumn(orders, column).length}</span>
        </button>
      ))}
    </div>
  );
}
