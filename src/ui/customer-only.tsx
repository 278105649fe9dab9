import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import type { Session } from '#core/contract';
import { placeAtom } from '../state/place.ts';
import { sessionAtom } from '../state/session.ts';
import button from './button.module.css';
import style from './customer-only.module.css';
import { EmptyState } from './empty-state.tsx';
import { Link } from './link.tsx';

/**
 * What only a customer may see, in place: nobody is redirected (decision F1). Until the session is known it keeps the
 * room free, so that neither a log-in prompt nor a layout shift flashes (decision S1); nor is a prompt seen by who
 * `leaves` for the login.
 */
export function CustomerOnly({ leaves, children }: { leaves?: boolean; children: (session: Session) => ReactNode }) {
  const session = useAtomValue(sessionAtom);

  if (session) return children(session);
  return session === undefined || leaves ? <div className={style.unknown} aria-busy="true" /> : <LogInPrompt />;
}

/** 'Silahkan Log In terlebih dahulu'; after the login the customer comes back here. */
export function LogInPrompt({ onLeave }: { onLeave?: () => void }) {
  const returnTo = useHere();

  return (
    <EmptyState picture="log-in-first" title="Silahkan Log In terlebih dahulu">
      <Link to="/account/login" state={{ returnTo }} className={button.primary} onClick={onLeave}>
        Log In
      </Link>
    </EmptyState>
  );
}

/** In a sentence about a session that the server has ended. */
export function LogInAgain() {
  const returnTo = useHere();

  return (
    <Link to="/account/login" state={{ returnTo, sessionEnded: true }}>
      Log In
    </Link>
  );
}

function useHere() {
  const { path, href } = useAtomValue(placeAtom);

  return path ? href : '/account/dashboard';
}
