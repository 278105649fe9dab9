import { Link, useLocation } from '@tanstack/react-router';
import { useAtomValue } from 'jotai';
import { Fragment, type ReactNode } from 'react';
import { customerOf, type Session } from '#core/contract';
import { isPath } from '#core/routes';
import { sessionAtom } from '../../state/account/session.ts';
import { EmptyState } from '../feedback/empty-state.tsx';
import style from './customer-only.module.css';

/**
 * Shows its children to a customer, and a log-in prompt in their place to a visitor, without a redirect (decision F1).
 * Until the session is known, and while the customer `leaves` for the login screen, it only reserves the space, so that
 * neither a prompt nor a layout shift flashes (decision S1).
 */
export function CustomerOnly({ leaves, children }: { leaves?: boolean; children: (session: Session) => ReactNode }) {
  const session = useAtomValue(sessionAtom);

  // Nothing that was typed goes over to a customer whom another tab has logged in.
  if (session) return <Fragment key={customerOf(session)}>{children(session)}</Fragment>;
  return session === undefined || leaves ? <div className={style.unknown} aria-busy="true" /> : <LogInPrompt />;
}

/** 'Silahkan Log In terlebih dahulu'; after the login the customer returns here. */
export function LogInPrompt() {
  const returnTo = useHere();

  return (
    <EmptyState picture="log-in-first" title="Silahkan Log In terlebih dahulu">
      <Link to="/account/login" state={{ returnTo }} className="primary">
        Log In
      </Link>
    </EmptyState>
  );
}

/** A link to the login, for a sentence that says that the server has ended the session. */
export function LogInAgain() {
  const returnTo = useHere();

  return (
    <Link to="/account/login" state={{ returnTo, sessionEnded: true }}>
      Log In
    </Link>
  );
}

/** Links for a visitor, who returns here afterwards. */
export function LogInOrSignUp() {
  const returnTo = useHere();

  return (
    <>
      <Link to="/account/login" state={{ returnTo }} lang="en" className="primary">
        Log In
      </Link>
      <Link to="/account/register" state={{ returnTo }} lang="en" className="secondary">
        Sign Up
      </Link>
    </>
  );
}

/** The address of this screen, to return to after a login. */
function useHere() {
  const { pathname, href } = useLocation();

  return isPath(pathname) ? href : '/account/dashboard';
}
