import { useStore } from 'jotai';
import type { Product } from '#core/contract';
import { showMessage } from '../../design/messages.tsx';
import { useChange } from '../state/calls.ts';
import { changedIn, type Kind, type Known, refusedIn, remove, restore, storeDraft } from '../state/menu-editor.ts';
import { Failure } from './listing-state.tsx';
import { leaveForm } from './location.ts';
import { Sheet } from './sheet.tsx';

/** Asks whether a product or an option group is removed, and removes it. */
export function Removal<Fields extends { name: string }>({
  kind,
  known,
  words,
  refusals,
  users,
  close,
}: {
  kind: Kind<Fields>;
  known: Known<Fields>;
  words: string;
  /** What is said of a refusal, by its code. */
  refusals: Record<string, string>;
  users: readonly Product[];
  close: (changed?: Known<Fields>) => void;
}) {
  const store = useStore();
  const { name } = known.fields;
  const say = (text: string, undo?: () => void) =>
    showMessage(text, { id: 'removed', ms: 10_000, ...(undo && { undo }) });
  const undo = () =>
    void restore(store, kind, known, users).then(
      () => say(`${name} ada lagi di menu`),
      () => say(`${name} belum bisa dikembalikan`, undo),
    );
  const removing = useChange(
    (token) => remove(store, token, kind.part, known),
    () => {
      storeDraft(kind, known.id, undefined);
      say(`${name} dihapus dari menu`, undo);
      leaveForm({ part: kind.part, id: known.id });
    },
  );

  return (
    <Sheet
      title={`Hapus ${name}?`}
      closing="Batal"
      role="alertdialog"
      close={() => close(changedIn(kind, removing.failure))}
    >
      <p>
        {kind.part === 'products'
          ? 'Pelanggan tidak melihatnya lagi. Pesanan yang sudah masuk tetap seperti adanya.'
          : users.length > 0
            ? `${users.length} produk memakainya, dan tidak bisa dipilih dengannya lagi.`
            : 'Belum dipakai produk mana pun.'}
      </p>
      <Failure
        of={removing.failure}
        in={{ ...refusals, menu_refused: refusedIn(removing.failure).faults[0]?.message ?? '' }}
      />
      <button type="button" className="danger tall" disabled={removing.isBusy} onClick={() => void removing.change()}>
        {`Ya, ${words.toLowerCase()}`}
      </button>
    </Sheet>
  );
}
