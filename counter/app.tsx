import { useAtomValue } from 'jotai';
import { sessionAtom } from './state/session.ts';
import { CallDisplay } from './ui/call-display.tsx';
import { Frame } from './ui/frame.tsx';
import { isCallDisplay, useInvitation } from './ui/location.ts';
import { SignIn } from './ui/sign-in.tsx';

/** The whole counter: the board and what belongs to it, the screen for customers, or the way to sign in. */
export function App() {
  const session = useAtomValue(sessionAtom);
  const invitation = useInvitation();

  if (session === undefined) return null;
  if (session === null || invitation !== undefined) return <SignIn invitation={invitation} />;
  return isCallDisplay() ? <CallDisplay /> : <Frame />;
}
