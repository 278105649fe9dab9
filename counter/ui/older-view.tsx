import { useAtomValue, useStore } from 'jotai';
import { useCallback } from 'react';
import { getOlder } from '../state/api.ts';
import { changesAtom, withChanges } from '../state/changes.ts';
import { olderOrdersAtom } from '../state/known-board.ts';
import { useListing } from '../state/listing.ts';
import { CardGrid } from './card-grid.tsx';
import { useFocusAfterPress } from './focus-after-press.ts';
import { ListingState } from './listing-state.tsx';
import { addressOf } from './location.ts';
import view from './view.module.css';

/** The unfinished orders that are too old for the board (decision W7). */
export function OlderView() {
  const store = useStore();
  const listing = useListing(
    useCallback(
      async (token: string) => {
        const orders = await getOlder(token);
        store.set(olderOrdersAtom, orders);
        return orders;
      },
      [store],
    ),
  );
  const orders = withChanges(useAtomValue(olderOrdersAtom) ?? [], useAtomValue(changesAtom));
  useFocusAfterPress(orders);

  return (
    <div className={view.view}>
      <div className={view.head}>
        <h1 tabIndex={-1}>Lebih lama</h1>
        <a href={addressOf('')}>Ke papan pesanan</a>
      </div>
      <p className={view.soft}>Pesanan belum selesai yang lebih tua dari sehari, yang terbaru dulu.</p>
      <ListingState listing={listing} />
      <CardGrid orders={orders} />
    </div>
  );
}
