import { useAtomValue, useSetAtom } from 'jotai';
import type { ReactNode } from 'react';
import type { AddressChange, UnsavedAddress } from '#device/pending-address';
import { Icon } from '../../../design/icon.tsx';
import { showMessage } from '../../../design/messages.tsx';
import { undoAddressChangeAtom } from '../../state/account/address-changes.ts';
import { forgetUnsavedAddressAtom, saveUnsavedAtom, waitsForLoginAtom } from '../../state/account/new-addresses.ts';
import { confirmed } from '../feedback/questions.ts';
import style from './unsaved-address.module.css';

/** The note at an address that is only on this phone: the reason, and buttons to save or to remove it. */
export function UnsavedNote({ unsaved: { id, address, refused } }: { unsaved: UnsavedAddress }) {
  const forget = useSetAtom(forgetUnsavedAddressAtom);

  const remove = async () => {
    if (
      await confirmed('Hapus alamat ini dari HP?', { detail: address.fullStreet, yes: 'Ya, hapus', isDeletion: true })
    )
      await forget(id);
  };

  return (
    <Note title="Belum tersimpan di akun." refused={refused} stillPending="Alamat tetap menunggu">
      <button
        type="button"
        className="quiet hover-card"
        aria-label={`Hapus ${address.fullStreet}`}
        onClick={() => void remove()}
      >
        <Icon name="trash" size={18} /> Hapus
      </button>
    </Note>
  );
}

/** The note at an address whose edit the shop does not have: the reason, and buttons to send it or to undo it. */
export function ChangeNote({ change: { id, address, refused } }: { change: AddressChange }) {
  const undo = useSetAtom(undoAddressChangeAtom);

  return (
    <Note
      title={address ? 'Perubahan belum sampai ke akun.' : 'Belum terhapus dari akun.'}
      refused={refused}
      stillPending="Perubahan tetap menunggu"
    >
      <button type="button" className="quiet hover-card" onClick={() => void undo(id)}>
        Batalkan perubahan
      </button>
    </Note>
  );
}

interface NoteProps {
  title: string;
  refused: UnsavedAddress['refused'];
  /** What is said when sending it now did not help. */
  stillPending: string;
  /** The button that gives it up. */
  children: ReactNode;
}

function Note({ title, refused, stillPending, children }: NoteProps) {
  const save = useSetAtom(saveUnsavedAtom);
  const waitsForLogin = useAtomValue(waitsForLoginAtom);

  const saveNow = async () => {
    if (await save({ all: true })) showMessage(stillPending, { ms: 2_000, detail: 'Kedai belum bisa dihubungi.' });
  };
  return (
    <div className={`${style.note} ${refused ? 'bad' : 'warn'}`}>
      <p>
        <strong>{title}</strong>{' '}
        <span>
          {refused ? reasonOf(refused) : `Disimpan sendiri saat ${waitsForLogin ? 'Anda masuk lagi' : 'tersambung'}.`}
        </span>
      </p>
      <p className={style.answers}>
        {!refused && !waitsForLogin && (
          <button type="button" className="quiet hover-card" onClick={() => void saveNow()}>
            <Icon name="refresh" size={18} /> Simpan sekarang
          </button>
        )}
        {children}
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
