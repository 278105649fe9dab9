import { useStore } from 'jotai';
import type { Edited } from '#core/counter';
import { showMessage } from '../../design/messages.tsx';
import type { Editing } from '../state/api.ts';
import { useChange } from '../state/calls.ts';
import { changedIn, entryOf, refusedIn, remove, storeDraft } from '../state/menu-editor.ts';
import { Failure } from './listing-state.tsx';
import { leaveForm } from './location.ts';
import { Sheet } from './sheet.tsx';

/** Why nothing was changed. */
export const refusals: Record<string, string> = {
  '': 'Kedai tidak menjawab. Yang diketik tetap ada di sini; coba lagi.',
  owner_only: 'Hanya pemilik yang bisa mengubah menu. Tidak ada yang disimpan; yang diketik tetap ada di sini.',
  not_found: 'Sudah dihapus dari menu di perangkat lain. Yang diketik tetap ada di sini.',
  menu_changed: 'Baru saja diubah di perangkat lain. Batal, lalu periksa lagi.',
};

export const removalLabels = { products: 'Hapus dari menu', groups: 'Hapus kelompok' };

interface RemovalProps {
  editing: Editing;
  known: Edited;
  /** How many products have this group. */
  users: number;
  /** `changed`: as another device has changed it meanwhile. */
  close: (changed?: Edited) => void;
}

/** Asks whether a product or an option group is removed, and removes it. */
export function Removal({ editing, known, users, close }: RemovalProps) {
  const store = useStore();
  const { name } = entryOf(known);
  const removing = useChange(
    (token) => remove(store, token, editing, known),
    () => {
      storeDraft(editing, undefined);
      showMessage(`${name} dihapus dari menu`, { id: 'menu', ms: 5_000 });
      leaveForm(editing);
    },
  );

  return (
    <Sheet title={`Hapus ${name}?`} closing="Batal" role="alertdialog" close={() => close(changedIn(removing.failure))}>
      <p>
        {editing.part === 'products'
          ? 'Pelanggan tidak melihatnya lagi. Pesanan yang sudah masuk tetap seperti adanya.'
          : users > 0
            ? `${users} produk memakainya, dan tidak bisa dipilih dengannya lagi.`
            : 'Belum dipakai produk mana pun.'}
      </p>
      <Failure
        of={removing.failure}
        in={{ ...refusals, menu_refused: refusedIn(removing.failure).faults[0]?.message ?? '' }}
      />
      <button type="button" className="danger tall" disabled={removing.isBusy} onClick={() => void removing.change()}>
        {`Ya, ${removalLabels[editing.part].toLowerCase()}`}
      </button>
    </Sheet>
  );
}
