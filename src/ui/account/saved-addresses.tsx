import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { withoutId } from '#core/address';
import type { NewAddress, SavedAddress } from '#core/contract';
import { refusalOf } from '#device/failures';
import type { PendingAddress } from '#device/pending-address';
import { Dialog } from '../../../design/dialog.tsx';
import { Icon } from '../../../design/icon.tsx';
import { showMessage } from '../../../design/messages.tsx';
import { isEditableAtom } from '../../state/account/capabilities.ts';
import {
  arePendingReadAtom,
  changeAddressAtom,
  editUnsavedAddressAtom,
  listedAddressesAtom,
  sendPendingAtom,
  undoPendingAddressAtom,
  waitsForLoginAtom,
} from '../../state/account/pending-addresses.ts';
import { addressesAtom } from '../../state/account/private-lists.ts';
import { EmptyState } from '../feedback/empty-state.tsx';
import { confirmed } from '../feedback/questions.ts';
import { WorkButton } from '../forms/work-button.tsx';
import { useDialogEntry } from '../frame/location.ts';
import { streetId } from './address-card.tsx';
import { AddressFields } from './address-form.tsx';
import { CustomerListNotice, itemsOf } from './customer-list.tsx';
import style from './saved-addresses.module.css';

/** An address of a list, and what is said and can be done below it. */
export interface ListedAddress {
  key: string | number;
  address: SavedAddress;
  below: ReactNode;
}

interface SavedAddressesProps {
  /** What is said where there is none. */
  empty: { title: string; text: string };
  list: (addresses: readonly ListedAddress[]) => ReactNode;
  /** What comes below them; `isAny`: below some. */
  links: (isAny: boolean) => ReactNode;
}

/**
 * The customer's addresses for the account and the checkout, as the customer has left them: those in the account, and those that are only on
 * this phone.
 */
export function SavedAddresses({ empty, list, links }: SavedAddressesProps) {
  const [loaded, reload] = useAtom(addressesAtom);
  const listed = useAtomValue(listedAddressesAtom);
  const [edited, setEdited] = useState<Omit<ComponentProps<typeof AddressEditor>, 'close'>>();
  const addresses = listed.map(({ address, pending }, index): ListedAddress => {
    const { _id } = address;
    const edit = _id === undefined ? undefined : () => setEdited({ address: { ...address, _id }, pending });
    const below = (
      <>
        {pending && <PendingNote pending={pending} />}
        <EditButton address={address} edit={edit} />
      </>
    );
    // An address of another host has no id, and may be like another one.
    return { key: _id ?? index, address, below };
  });
  const isAny = addresses.length > 0;
  const isNone = useAtomValue(arePendingReadAtom) && !isAny;

  return (
    <>
      <CustomerListNotice list={loaded} retry={() => reload()} name="Alamat" />
      {itemsOf(loaded) && isNone && <EmptyState picture="empty-addresses" {...empty} />}
      {isAny && list(addresses)}
      {/* An answer that comes late does not close a form that was opened since. */}
      {edited && <AddressEditor {...edited} close={() => setEdited((now) => (now === edited ? undefined : now))} />}
      {/* Not before they are loaded or have failed, so that nothing moves. */}
      {(isAny || isNone) && (loaded.data || loaded.failure) && links(isAny)}
    </>
  );
}

/** A text where nothing can be edited (decision F5); `edit` opens the form. */
function EditButton({ address, edit }: { address: SavedAddress; edit: (() => void) | undefined }) {
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

interface AddressEditorProps {
  address: SavedAddress & { _id: string };
  /** As it was when it was opened: a new address may be saved in the meantime. */
  pending: PendingAddress | undefined;
  close: () => void;
}

/** The form for an address of the list, filled with it. */
function AddressEditor({ address, pending, close }: AddressEditorProps) {
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
      // It stays in the list with the reason, which is announced.
      close();
      return undefined;
    }
    try {
      return await change(address, edited);
    } catch (failure) {
      if (refusalOf(failure)?.code !== 'not_found') throw failure;
      close();
      showMessage('Alamat ini sudah dihapus di perangkat lain', { ms: 3_000, urgent: true });
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
function PendingNote({ pending: { id, addressId, address, refused } }: { pending: PendingAddress }) {
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
      <p className="wrap gap-1 flush">
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
