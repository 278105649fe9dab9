import { useAtomValue, useSetAtom } from 'jotai';
import { useId, useState } from 'react';
import { withoutId } from '#core/address';
import type { NewAddress, SavedAddress } from '#core/contract';
import { refusalOf } from '#device/failures';
import type { PendingAddress } from '#device/pending-address';
import { Dialog } from '../../../design/dialog.tsx';
import { Icon } from '../../../design/icon.tsx';
import { showMessage } from '../../../design/messages.tsx';
import { isEditableAtom } from '../../state/account/capabilities.ts';
import {
  changeAddressAtom,
  editUnsavedAddressAtom,
  sendPendingAtom,
  undoPendingAddressAtom,
  waitsForLoginAtom,
} from '../../state/account/pending-addresses.ts';
import { confirmed } from '../feedback/questions.ts';
import { WorkButton } from '../forms/work-button.tsx';
import { useDialogEntry } from '../frame/location.ts';
import { streetId } from './address-card.tsx';
import { AddressFields } from './address-form.tsx';
import style from './edit-address.module.css';

/** A text where nothing can be edited (decision F5); `edit` opens the form. */
export function EditButton({ address, edit }: { address: SavedAddress; edit: (() => void) | undefined }) {
  const isEditable = useAtomValue(isEditableAtom);

  return (
    <p className={style.edit}>
      {isEditable && edit ? (
        <button type="button" className="quiet" aria-describedby={streetId(address)} onClick={edit}>
          <Icon name="edit" size={18} /> Edit Alamat
        </button>
      ) : (
        <span className={`tap soft ${style.text}`}>
          <Icon name="edit" size={18} /> Edit Alamat<span className="hidden"> Belum tersedia</span>
        </span>
      )}
    </p>
  );
}

const deletedElsewhere = 'Alamat ini sudah dihapus di perangkat lain';

interface AddressEditorProps {
  address: SavedAddress & { _id: string };
  /** As it was when it was opened: a new address may be saved in the meantime. */
  pending: PendingAddress | undefined;
  close: () => void;
}

/** The form for an address of the list, filled with it. */
export function AddressEditor({ address, pending, close }: AddressEditorProps) {
  const [typed, setTyped] = useState<NewAddress>(withoutId(address));
  const change = useSetAtom(changeAddressAtom);
  const editUnsaved = useSetAtom(editUnsavedAddressAtom);
  const unsaved = pending?.addressId === undefined ? pending : undefined;
  const id = useId();
  useDialogEntry(close);

  const save = async (edited: NewAddress) => {
    if (unsaved) {
      const outcome = await editUnsaved(unsaved, edited);
      if (outcome !== 'refused') return outcome;
      close();
      return undefined;
    }
    try {
      return await change(address, edited);
    } catch (failure) {
      if (refusalOf(failure)?.code !== 'not_found') throw failure;
      close();
      showMessage(deletedElsewhere, { ms: 3_000, urgent: true });
      return undefined;
    }
  };

  const remove = async () => {
    const { fullStreet } = address;
    if (!(await confirmed('Hapus alamat ini?', { detail: fullStreet, yes: 'Ya, hapus', isDeletion: true }))) return;
    const outcome = await change(address, undefined).catch((failure: unknown) => {
      console.warn('Address not deleted', failure);
      return 'failed' as const;
    });
    // The customer has logged out.
    if (!outcome) return;
    if (outcome === 'failed')
      return showMessage('Alamat belum terhapus. Coba lagi sebentar lagi.', { ms: 2_500, urgent: true });
    close();
    if (outcome === 'saved') showMessage('Alamat sudah dihapus', { ms: 2_000 });
    else showMessage('Alamat dihapus di HP ini, dan di akun saat tersambung', { ms: 3_000 });
  };

  return (
    <Dialog name={`#${id}`} className={style.dialog} close={close}>
      <div className="stack gap-4 padded">
        <h2 id={id}>Edit Alamat</h2>
        <AddressFields
          typed={typed}
          type={(field, value) => setTyped((before) => ({ ...before, [field]: value }))}
          save={save}
          onSaved={close}
          submit="Simpan"
          saved="Alamat sudah diperbarui"
          stored="Perubahan menunggu di HP dan akan disimpan ke akun saat tersambung"
          failed="Terjadi kesalahan saat menyimpan alamat"
        >
          {!unsaved && (
            <WorkButton className="danger" onClick={remove}>
              <Icon name="trash" size={18} /> Hapus alamat
            </WorkButton>
          )}
          <button type="button" className="secondary" onClick={close}>
            Batal
          </button>
        </AddressFields>
      </div>
    </Dialog>
  );
}

/** The note at an address that the shop does not have as it is here: the reason, and buttons to send it or to give it up. */
export function PendingNote({ pending: { id, addressId, address, refused } }: { pending: PendingAddress }) {
  const save = useSetAtom(sendPendingAtom);
  const undo = useSetAtom(undoPendingAddressAtom);
  const waitsForLogin = useAtomValue(waitsForLoginAtom);
  const isNew = addressId === undefined;
  const title = isNew
    ? 'Belum tersimpan di akun.'
    : address
      ? 'Perubahan belum sampai ke akun.'
      : 'Belum terhapus dari akun.';

  const saveNow = async () => {
    if (!(await save({ all: true }))) return;
    const stillPending = `${isNew ? 'Alamat' : 'Perubahan'} tetap menunggu`;
    showMessage(stillPending, { ms: 2_000, detail: 'Kedai belum bisa dihubungi.' });
  };
  const remove = async (detail: string) => {
    if (await confirmed('Hapus alamat ini dari HP?', { detail, yes: 'Ya, hapus', isDeletion: true })) await undo(id);
  };
  return (
    <div className={`row wrap apart flat small ${style.note} ${refused ? 'bad' : 'warn'}`}>
      <p>
        <strong>{title}</strong>{' '}
        <span>
          {refused ? reasonOf(refused) : `Disimpan sendiri saat ${waitsForLogin ? 'Anda masuk lagi' : 'tersambung'}.`}
        </span>
      </p>
      <p className={`wrap flush ${style.answers}`}>
        {!refused && !waitsForLogin && (
          <button type="button" className="quiet hover-card" onClick={() => void saveNow()}>
            <Icon name="refresh" size={18} /> Simpan sekarang
          </button>
        )}
        {isNew ? (
          <button
            type="button"
            className="quiet hover-card"
            aria-label={`Hapus ${address.fullStreet}`}
            onClick={() => void remove(address.fullStreet)}
          >
            <Icon name="trash" size={18} /> Hapus
          </button>
        ) : (
          <button type="button" className="quiet hover-card" onClick={() => void undo(id)}>
            Batalkan perubahan
          </button>
        )}
      </p>
    </div>
  );
}

/** Why the shop did not take an address. */
const reasonOf = ({ code = '', reason }: NonNullable<PendingAddress['refused']>) =>
  reasons.get(code) ?? (reason ? `Kata kedai: “${reason}”` : 'Kedai menolaknya tanpa menyebutkan alasannya.');

const reasons = new Map(
  Object.entries({
    unknown_region: 'Ditolak kedai: keempat wilayahnya tidak saling cocok.',
    too_many_addresses: 'Ditolak kedai: akun Anda sudah penuh alamat.',
    invalid_body: 'Ditolak kedai: ada isian yang tidak sesuai.',
  }),
);
