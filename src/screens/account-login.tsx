import { Link, useLocation, useRouter } from '@tanstack/react-router';
import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { type ReactNode, useEffect, useState } from 'react';
import { normalised } from '#core/normalised';
import { isPath, type Path } from '#core/routes';
import { shop } from '#core/shop';
import { isUnreadable, retryAfterOf, statusOf } from '#device/failures';
import { Icon, type IconName } from '../../design/icon.tsx';
import { showAlert } from '../../design/messages.tsx';
import { logInAtom, registeredAtom } from '../state/account/log-in.ts';
import { sessionAtom } from '../state/account/session.ts';
import { wantedProductAtom } from '../state/cart/cart.ts';
import { parseSearch, type Search, searchOf } from '../state/catalogue/search.ts';
import { AuthFrame, AuthSubmit } from '../ui/account/auth-frame.tsx';
import { Field, PasswordField } from '../ui/forms/field.tsx';
import { Form } from '../ui/forms/form.tsx';
import { WhatsAppLink } from '../ui/shop/whatsapp-link.tsx';
import style from './account-login.module.css';

export function Screen() {
  const session = useAtomValue(sessionAtom);
  const [loggingIn, setLoggingIn] = useState(false);
  const { state } = useLocation();

  return (
    <AuthFrame
      picture="welcome"
      scene="hero"
      night="hero-night"
      title="Log In"
      lead="Keranjang, alamat, dan pesanan Anda menunggu di dalam."
    >
      {session && !loggingIn && !state.sessionEnded ? (
        <AlreadyLoggedIn name={session.user.fullName} />
      ) : (
        <LogInForm setLoggingIn={setLoggingIn} />
      )}
    </AuthFrame>
  );
}

function LogInForm({ setLoggingIn }: { setLoggingIn: (loggingIn: boolean) => void }) {
  const [registered, setRegistered] = useAtom(registeredAtom);
  const [email, setEmail] = useState(registered?.email ?? '');
  const [password, setPassword] = useState(registered?.password ?? '');
  const [failure, setFailure] = useState<ReactNode>('');
  const logIn = useSetAtom(logInAtom);
  const router = useRouter();
  const { returnTo, sessionEnded } = useLocation().state;
  // A product that is waiting for the login was chosen on the menu.
  const next = useAtomValue(wantedProductAtom) && !returnTo ? '/products' : returnTo;

  // Filled in once, and then no longer in the page's memory.
  useEffect(() => () => setRegistered(undefined), [setRegistered]);

  const submit = async ({ email = '', password = '' }: Record<string, string>) => {
    setFailure('');
    setLoggingIn(true);
    try {
      const { user } = await logIn({ email, password });
      showAlert(`Welcome Back, ${user.fullName}!`, { ms: 1_500, lang: 'en' });
    } catch (refused) {
      console.warn('POST /auth/login', refused);
      setFailure(messageFor(refused));
      setLoggingIn(false);
      return;
    }
    // Unless the customer has left this screen in the meantime.
    if (router.state.location.pathname === '/account/login')
      await router.navigate({ ...destinationOf(next), replace: true });
  };

  return (
    <>
      {/* If its script fails, the browser posts the form: a password must never be in a URL. */}
      <Form className="stack gap-4" submit={submit}>
        <Field
          label="Email"
          type="email"
          name="email"
          autoComplete="username"
          required
          value={email}
          onChange={({ target }) => {
            // The browser would refuse an e-mail because of a character that the customer cannot see.
            setEmail(normalised(target.value));
            setFailure('');
          }}
        />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          required
          value={password}
          onChange={({ target }) => {
            setPassword(target.value);
            setFailure('');
          }}
        />
        <WhatsAppLink message={forgottenBy(email)} lang="en" className={`tap small bold ${style.forgot}`}>
          Forgot Your Password?
        </WhatsAppLink>
        <AuthSubmit failure={failure} working="Masuk…">
          Log In
        </AuthSubmit>
      </Form>
      <p className="taps text-center">
        Belum punya akun?{' '}
        <Link to="/account/register" state={{ returnTo, sessionEnded }} lang="en" className="heavy">
          Sign Up
        </Link>
      </p>
      <FollowUs />
    </>
  );
}

/** The social icons of specification §2 lead to the shop's pages there; without the title they would look like ways to log in. */
function FollowUs() {
  return (
    <section aria-labelledby="follow-us" className={`row wrap gap-2 soft ${style.social}`}>
      <h2 id="follow-us" className="small grow">
        Ikuti kami
      </h2>
      {shop.social.map(({ name, url }) => (
        <a key={name} href={url} target="_blank" rel="noopener noreferrer" aria-label={name} className="disc">
          {isIcon(name) ? <Icon name={name.toLowerCase() as IconName} size={20} /> : name}
        </a>
      ))}
    </section>
  );
}

const isIcon = (name: string) => ['instagram', 'tiktok', 'facebook'].includes(name.toLowerCase());

function AlreadyLoggedIn({ name }: { name: string }) {
  return (
    <div className={`stack anywhere top ${style.inside}`}>
      <p>
        Anda sudah masuk sebagai <strong>{name}</strong>.
      </p>
      <Link to="/products" className="primary">
        Lihat menu
      </Link>
      <Link to="/account/dashboard" className="secondary">
        Ke akun Anda
      </Link>
    </div>
  );
}

function messageFor(failure: unknown) {
  const status = statusOf(failure);
  // A response that does not fit the session's schema was still a response.
  if (!status && !isUnreadable(failure)) return 'No Server Response';
  if (status === 400) return 'Missing Email or Password';
  if (status === 401) return withReason('Unauthorized', 'Email atau password salah.');
  const wait = Math.ceil((retryAfterOf(failure) ?? 0) / 1_000);
  if (status !== 429 || wait <= 0) return 'Login Failed';
  const pause = wait > 90 ? `${Math.ceil(wait / 60)} menit` : `${wait} detik`;
  return withReason('Login Failed', `Terlalu banyak percobaan. Coba lagi dalam ${pause}.`);
}

/** The specification's words, and in Indonesian what they mean, as one message. */
const withReason = (words: string, reason: string) => (
  <span>
    <span>{words}</span> <br />
    <span lang="id">{reason}</span>
  </span>
);

/**
 * The address after the login: only a screen of this shop, and never the login or the registration, whatever a link says.
 */
function destinationOf(returnTo: unknown): { to: Path; search?: Search; hash?: string } {
  const [, path = '', query = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(?:#(.*))?$/s.exec(`${returnTo}`) ?? [];
  if (!isPath(path) || path === '/account/login' || path === '/account/register') return { to: '/account/dashboard' };
  // The table or service in the URL was chosen when the page was opened.
  return { to: path, search: { ...searchOf(parseSearch(query)), meja: undefined, layanan: undefined }, hash };
}

const forgottenBy = (email: string) => `saya lupa password akun saya${email ? ` (${email})` : ''}. Mohon bantuannya.`;
