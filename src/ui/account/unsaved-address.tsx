import { useAtomValue, useSetAtom } from 'jotai';
import type { AddressChange } from '#device/address-change';
import type { UnsavedAddress } from '#device/unsaved-address';
import { Icon } from '../../../design/icon.tsx';
import { showMessage } from '../../../design/messages.tsx';
import { undoAddressChangeAtom } from '../../state/account/address-changes.ts';
import { forgetUnsavedAddressAtom, saveUnsavedAtom, waitsForLoginAtom } from '../../state/account/new-addresses.ts';
import { confirmed } from '../feedback/questions.ts';
import style from './unsaved-address.module.css';

/** The note at an address that is only on this phone: the reason, and buttons to save or to remove it. */
export function UnsavedNote({ unsaved: { id, address, refused } }: { unsaved: UnsavedAddress }) {
  const forget = useSetAtom(forgetUnsavedAddressAtom);
  const save = useSetAtom(saveUnsavedAtom);
  const waitsForLogin = useAtomValue(waitsForLoginAtom);

  const saveNow = async () => {
    if (await save({ all: true }))
      showMessage('Alamat tetap menunggu', { ms: 2_000, detail: 'Kedai belum bisa dihubungi.' });
  };
  const remove = async () => {
    if (
      await confirmed('Hapus alamat ini dari HP?', { detail: address.fullStreet, yes: 'Ya, hapus', isDeletion: true })
    )
      await forget(id);
  };

  return (
    <div className={refused ? style.refused : style.waiting}>
      <p>
        <strong>Belum tersimpan di akun.</strong>{' '}
        <span>
          {refused ? reasonOf(refused) : `Disimpan sendiri saat ${waitsForLogin ? 'Anda masuk lagi' : 'tersambung'}.`}
        </span>
      </p>
      <p className={style.answers}>
        {!refused && !waitsForLogin && (
          <button type="button" className="quiet" onClick={() => void saveNow()}>
            <Icon name="refresh" size={18} /> Simpan sekarang
          </button>
        )}
        <button
          type="button"
          className="quiet"
          aria-label={`Hapus ${address.fullStreet}`}
          onClick={() => void remove()}
        >
          <Icon name="trash" size={18} /> Hapus
        </button>
      </p>
    </div>
  );
}

/** The note at an address whose edit the shop does not have: the reason, and buttons to send it or to undo it. */
export function ChangeNote({ change: { id, address, refused } }: { change: AddressChange }) {
  const undo = useSetAtom(undoAddressChangeAtom);
  const save = useSetAtom(saveUnsavedAtom);
  const waitsForLogin = useAtomValue(waitsForLoginAtom);

  const saveNow = async () => {
    if (await save({ all: true }))
      showMessage('Perubahan tetap menunggu', { ms: 2_000, detail: 'Kedai belum bisa dihubungi.' });
  };

  return (
    <div className={refused ? style.refused : style.waiting}>
      <p>
        <strong>{address ? 'Perubahan belum sampai ke akun.' : 'Belum terhapus dari akun.'}</strong>{' '}
        <span>
          {refused ? reasonOf(refused) : `Disimpan sendiri saat ${waitsForLogin ? 'Anda masuk lagi' : 'tersambung'}.`}
        </span>
      </p>
      <p className={style.answers}>
        {!refused && !waitsForLogin && (
          <button type="button" className="quiet" onClick={() => void saveNow()}>
            <Icon name="refresh" size={18} /> Simpan sekarang
          </button>
        )}
        <button type="button" className="quiet" onClick={() => void undo(id)}>
          Batalkan perubahan
        </button>
      </p>
    </div>
  );
}

/** Why the shop did not take an address. */
const reasonOf = ({ code = '', reason }: NonNullable<UnsavedAddress['refused']>) =>
  reasons.get(code) ?? (reason ? `Kata kedai: “${reason}”` : 'Kedai menolaknya tanpa menyebutkan alasannya.');

const reasons = new Map(
  Object.entries({
    unknown_region: 'Ditolak kedai: keempat wilayahnya tidak saling cocok.',
    too_many_addresses: 'Ditolak kedai: akun Anda sudah penuh alamat.',
    invalid_body: 'Ditolak kedai: ada isian yang tidak sesuai.',
  }),
);
