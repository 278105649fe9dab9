import { useAtomValue, useStore } from 'jotai';
import { useEffect, useState } from 'react';
import type { Staff } from '#core/counter';
import { shop } from '#core/shop';
import { statusOf } from '#device/failures';
import { Sprite } from '../../design/sprite.tsx';
import { readInvitation } from '../state/api.ts';
import { hasDrafts } from '../state/form-drafts.ts';
import { endedAtom, sessionAtom, signIn } from '../state/session.ts';
import { removeFragment } from './location.ts';
import { Unsent } from './more-menu.tsx';
import style from './sign-in.module.css';

/** Signs this device in with the invitation in the address, after a tap: a preview of the link must not use it up (decision W6). */
export function SignIn({ invitation }: { invitation: string | undefined }) {
  const store = useStore();
  const session = useAtomValue(sessionAtom);
  const ended = useAtomValue(endedAtom);
  const [state, setState] = useState<'busy' | 'used' | 'unreachable'>();
  const isComplete = invitation !== undefined && /^[\w-]{43}$/.test(invitation);

  /** Whose invitation it is, once the shop has said it. */
  const [invited, setInvited] = useState<Staff>();

  useEffect(() => {
    if (!invitation || !isComplete) return;
    let isCurrent = true;
    readInvitation(invitation).then(
      ({ staff }) => isCurrent && setInvited(staff),
      (failure) => {
        if (!isCurrent || statusOf(failure) !== 401) return;
        setState('used');
        removeFragment();
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [invitation, isComplete]);

  async function exchange(secret: string) {
    setState('busy');
    const failure = await signIn(store, secret);
    setState(failure);
    if (failure !== 'unreachable') removeFragment();
  }

  return (
    <main className={`center ${style.page}`}>
      <div className={`card stack gap-4 text-center ${style.card}`}>
        <Sprite name="logo" size={72} />
        <h1 className="anywhere">{invited ? `Halo ${invited.name}` : `Kasir ${shop.title}`}</h1>
        {invitation === undefined ? (
          <>
            {state === 'used' && <Warning>Undangan ini sudah dipakai atau kedaluwarsa.</Warning>}
            {ended && <Warning>Perangkat ini sudah dikeluarkan.</Warning>}
            {ended && ended.unsent.length > 0 && <p>{`Belum sampai ke kedai: ${ended.unsent.join(', ')}.`}</p>}
            {ended && hasDrafts() && (
              <p>
                Yang diketik di menu tidak disimpan di kedai. Sampai tab ini ditutup, pemilik yang masuk di sini bisa
                melanjutkannya.
              </p>
            )}
            <p>Perangkat ini belum masuk.</p>
            <ol className={`stack gap-2 numbered ${style.steps}`}>
              <li>Minta kode QR dari pemilik kedai: di kasirnya, Staf, lalu Undang.</li>
              <li>Pindai kode itu dengan kamera perangkat ini, lalu buka tautannya.</li>
            </ol>
          </>
        ) : (
          <>
            {session && <p>{`Perangkat ini sedang dipakai ${session.staff.name}.`}</p>}
            {isComplete ? (
              <p>{`Pakai perangkat ini untuk pesanan ${shop.title}. Anda tetap masuk sampai keluar.`}</p>
            ) : (
              <Warning>Tautan ini tidak lengkap. Buka lagi tautan dari pemilik, atau pindai kodenya.</Warning>
            )}
            {isComplete && session && invited?.id !== session.staff.id && <Unsent />}
            {state === 'unreachable' && <Warning>Kedai tidak menjawab. Periksa koneksi, lalu coba lagi.</Warning>}
            {isComplete && (
              <button
                type="button"
                className="primary tall wide"
                disabled={state === 'busy'}
                onClick={() => void exchange(invitation)}
              >
                Pakai perangkat ini
              </button>
            )}
            {(session || !isComplete) && (
              <button type="button" className="quiet wide" onClick={removeFragment}>
                {session ? 'Tetap seperti sekarang' : 'Tutup'}
              </button>
            )}
          </>
        )}
      </div>
    </main>
  );
}

const Warning = ({ children }: { children: string }) => (
  <p role="alert" className="notice warn">
    {children}
  </p>
);
