import { useAtomValue } from 'jotai';
import { useEffect, useRef, useState } from 'react';
import type { Session } from '#core/contract';
import type { PlacedOrder } from '#core/order-contract';
import { awaitsReady } from '#core/order-steps';
import { showMessage } from '../../../design/messages.tsx';
import { type PushState, pushState, startPush, stopPush } from '../../state/account/push.ts';
import { sessionAtom } from '../../state/account/session.ts';
import { WorkButton } from '../forms/work-button.tsx';

/** Offers notifications about the customer's orders while one is not ready yet (decision W9), or says what they need. */
export function PushOffer({ order }: { order: PlacedOrder }) {
  const session = useAtomValue(sessionAtom);
  return session && awaitsReady(order) && <Offer key={session.token} session={session} />;
}

function Offer({ session }: { session: Session }) {
  const [state, setState] = useState<PushState>();
  /** Begins and ends of changes: what was looked up around one may be older than it. */
  const changes = useRef(0);
  const work = async (change: () => Promise<PushState>) => {
    changes.current++;
    try {
      setState(await change());
    } catch (failure) {
      console.warn('No notifications', failure);
      showMessage('Pemberitahuan belum bisa diubah. Coba sebentar lagi.', { ms: 2_000 });
    } finally {
      changes.current++;
    }
  };

  useEffect(() => {
    let isCurrent = true;
    const look = async () => {
      if (document.visibilityState === 'hidden') return;
      const before = changes.current;
      const found = await pushState(session).catch((failure) => console.warn('No notifications', failure));
      // Nothing is said that the shop has not just confirmed.
      if (isCurrent && changes.current === before) setState(found ?? undefined);
    };
    void look();
    // The customer may come back from the browser's settings, and the shop may have lost the subscription meanwhile.
    document.addEventListener('visibilitychange', look);
    return () => {
      isCurrent = false;
      document.removeEventListener('visibilitychange', look);
    };
  }, [session]);

  switch (state) {
    case 'off':
      return (
        <WorkButton className="secondary" onClick={() => work(() => startPush(session))}>
          Beri tahu saya saat siap
        </WorkButton>
      );
    case 'on':
      return (
        <p className="soft small">
          <span>Kami beri tahu lewat HP ini begitu pesanan siap.</span>{' '}
          <WorkButton className="quiet" onClick={() => work(() => stopPush(session))}>
            Matikan
          </WorkButton>
        </p>
      );
    case 'refused':
    case 'uninstalled':
      return <p className="soft small">{`${hints[state]} supaya kami bisa memberi tahu saat pesanan siap.`}</p>;
    default:
      return null;
  }
}

const hints = {
  refused: 'Pemberitahuan diblokir. Izinkan untuk situs ini di setelan browser',
  uninstalled: 'Pasang kedai ini ke layar utama (Bagikan, lalu Tambahkan ke Layar Utama)',
};
