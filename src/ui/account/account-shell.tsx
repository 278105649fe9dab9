import { Link, useLocation, useRouter } from '@tanstack/react-router';
import { useAtomValue, useSetAtom } from 'jotai';
import { type ReactNode, useRef, useState } from 'react';
import type { Session } from '#core/contract';
import { Icon } from '../../../design/icon.tsx';
import { showAlert } from '../../../design/messages.tsx';
import { logOutAtom } from '../../state/account/log-in.ts';
import { sessionAtom } from '../../state/account/session.ts';
import { unsentChanges } from '../../state/account/unsent-changes.ts';
import { confirmed } from '../feedback/questions.ts';
import style from './account-shell.module.css';
import { CustomerOnly } from './customer-only.tsx';

const rooms = [
  { to: '/account/dashboard', name: 'Dashboard', icon: 'dashboard' },
  { to: '/account/order-list', name: 'Pemesanan', icon: 'orders' },
  { to: '/account/address', name: 'Alamat', icon: 'pin' },
] as const;

/**
 * The account screen that its sub-routes share (specification §2); only a customer sees what is inside (decision F1).
 */
export function AccountShell({ title, children }: { title: string; children: (session: Session) => ReactNode }) {
  const session = useAtomValue(sessionAtom);
  const path = useLocation({ select: ({ pathname }) => pathname });
  const [leaves, setLeaves] = useState(false);

  return (
    <main className={`stack page ${style.account}`}>
      <div className={`card stack ${style.side}`}>
        <Whose session={session} />
        <nav aria-label="Akun" className={`stack gap-1 ${style.menu}`}>
          {rooms.map(({ to, name, icon }) => (
            <Link
              key={to}
              to={to}
              className={style.room}
              // The form for a new address is a part of the addresses.
              {...(to === '/account/address' && path === '/account/new-address' && { 'aria-current': true })}
            >
              <Icon name={icon} />
              <span>{name}</span>
            </Link>
          ))}
          <LogOut session={session} setLeaves={setLeaves} />
        </nav>
      </div>
      <div className="stack gap-5">
        <h1>{title}</h1>
        <CustomerOnly leaves={leaves}>{children}</CustomerOnly>
      </div>
    </main>
  );
}

function Whose({ session }: { session: Session | null | undefined }) {
  const name = session?.user.fullName ?? '';

  return (
    <p className={`row ${style.whose}`}>
      <span aria-hidden="true" className="large heavy accent disc">
        {name ? [...name][0]?.toUpperCase() : <Icon name="user" />}
      </span>
      <span className="grow">
        <span className="block heavy cut">{name || 'Akun'}</span>
        <span className="block soft small cut">{session?.user.email ?? '\u00a0'}</span>
      </span>
    </p>
  );
}

function LogOut({ session, setLeaves }: { session: Session | null | undefined; setLeaves: (leaves: boolean) => void }) {
  const logOut = useSetAtom(logOutAtom);
  const router = useRouter();
  const leaving = useRef(false);

  const leave = async () => {
    // Reading the device takes a moment: a second tap in that time must not ask again.
    if (!session || leaving.current) return;
    leaving.current = true;
    const pending = await pendingWords(session);
    const leaves =
      !pending || (await confirmed('Masih ada yang belum sampai ke kedai', { detail: pending, yes: 'Log Out' }));
    if (leaves) await leaveNow();
    leaving.current = false;
  };
  const leaveNow = async () => {
    // Loaded first, so that no empty screen is shown in between, but for one second at most.
    await Promise.race([
      router.preloadRoute({ to: '/account/login' }),
      new Promise((resolve) => setTimeout(resolve, 1_000)),
    ]);
    setLeaves(true);
    if (await logOut())
      showAlert('You have been successfully logged out!', {
        ms: 1_500,
        detail: 'See you again my friend',
        lang: 'en',
      });
    else
      showAlert('Data Anda belum terhapus dari perangkat ini', {
        ms: 10_000,
        detail: 'Muat ulang halaman ini, lalu Log Out lagi.',
        urgent: true,
      });
    await router.navigate({ to: '/account/login' });
  };

  // A visitor cannot log out; the same space stays reserved, so that nothing moves when the session becomes known.
  if (session === null) {
    return (
      <span aria-hidden="true" className={`${style.room} ${style.left}`}>
        <Icon name="log-out" /> Log Out
      </span>
    );
  }

  return (
    <button type="button" lang="en" className={style.room} onClick={() => void leave()}>
      <Icon name="log-out" /> Log Out
    </button>
  );
}

/** The changes that the shop does not have yet, as sentences; empty when nothing is pending (decision F6). */
async function pendingWords(session: Session): Promise<string> {
  const { orders, cart, addresses, addressChanges } = await unsentChanges(session);
  return [
    orders > 0 && `${orders} pesanan belum dipastikan kedai dan tetap menunggu di sini sampai Anda masuk lagi.`,
    cart && 'Perubahan keranjang belum tersimpan di kedai dan akan hilang.',
    addresses > 0 && `${addresses} alamat baru belum tersimpan di akun dan akan hilang.`,
    addressChanges > 0 && `${addressChanges} perubahan alamat belum sampai ke kedai dan akan hilang.`,
  ]
    .filter(Boolean)
    .join(' ');
}
