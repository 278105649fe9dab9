import { Link, useLocation } from '@tanstack/react-router';
import { useSetAtom } from 'jotai';
import { useState } from 'react';
import * as v from 'valibot';
import { normalised } from '#core/normalised';
import { EmailOrEmpty, FullName, Password, PhoneNumber } from '#core/registration';
import { statusOf } from '#device/failures';
import { Dialog } from '../../design/dialog.tsx';
import { Illustration } from '../../design/illustration.tsx';
import { registerAtom } from '../state/account/log-in.ts';
import { useDraft } from '../state/forms/drafts.ts';
import { AuthFrame, AuthSubmit } from '../ui/account/auth-frame.tsx';
import { nameField, phoneField } from '../ui/account/person-fields.ts';
import { Field, fieldsOf, PasswordField } from '../ui/forms/field.tsx';
import { Form } from '../ui/forms/form.tsx';

const noPerson = { fullName: '', email: '', phoneNumber: '' };
const noPasswords = { password: '', confirmation: '' };

export function Screen() {
  const [person, setPerson, clearPerson] = useDraft('register', noPerson);
  const [passwords, setPasswords] = useState(noPasswords);
  const [failure, setFailure] = useState('');
  const [registered, setRegistered] = useState('');
  const register = useSetAtom(registerAtom);
  const { returnTo, sessionEnded } = useLocation().state;

  const values = { ...person, ...passwords };
  const fits = fitsOf(values);

  const type = (field: keyof typeof fits, value: string) => {
    setFailure('');
    if (field === 'password' || field === 'confirmation') setPasswords((typed) => ({ ...typed, [field]: value }));
    else setPerson(field, value);
  };

  const field = fieldsOf(values, type);
  const typed = (name: keyof typeof fits) => ({ ...field(name), mark: markOf(values[name], fits[name]) });

  const submit = async (typed: Record<string, string>) => {
    setFailure('');
    const filled = { ...noPerson, ...noPasswords, ...typed };
    const { phoneNumber, password } = filled;
    const [fullName, email] = [normalised(filled.fullName), normalised(filled.email)];
    const phone = v.safeParse(PhoneNumber, phoneNumber);
    if (!isReady(fitsOf(filled)) || !phone.success) {
      setFailure('Invalid Entry');
      return;
    }
    try {
      await register({ fullName, email, phoneNumber: phone.output, password });
      setRegistered(fullName);
      clearPerson();
      setPasswords(noPasswords);
    } catch (refused) {
      console.warn('POST /auth/register', refused);
      setFailure(messageFor(refused));
    }
  };

  return (
    <AuthFrame
      picture="log-in-first"
      scene="about-beans"
      title="Sign Up"
      lead="Satu akun untuk keranjang, alamat, dan pesanan Anda."
    >
      {/* `noValidate`: the shop has its own rules. If the script fails, the browser posts the form: a password must never be in a URL. */}
      <Form noValidate className="stack gap-4" submit={submit}>
        <Field {...nameField} {...typed('fullName')} />
        <Field
          label="Email"
          type="email"
          autoComplete="email"
          hint="Seperti nama@contoh.com; dipakai untuk masuk."
          {...typed('email')}
          {...emailRefusal(failure, values.email)}
        />
        <Field
          {...phoneField}
          error={failure === 'Invalid Entry' && !fits.phoneNumber ? 'Periksa nomor handphone Anda.' : undefined}
          {...typed('phoneNumber')}
        />
        <PasswordField
          label="Password"
          autoComplete="new-password"
          hint="3 sampai 30 karakter, dengan sedikitnya satu huruf dan satu angka."
          {...typed('password')}
        />
        <PasswordField
          label="Konfirmasi password"
          autoComplete="new-password"
          hint="Sama persis dengan password di atas."
          {...typed('confirmation')}
        />
        <AuthSubmit failure={failure} working="Mendaftar…" disabled={!isReady(fits)}>
          Sign Up
        </AuthSubmit>
      </Form>
      <p className="taps text-center">
        Sudah punya akun?{' '}
        <Link to="/account/login" state={{ returnTo, sessionEnded }} lang="en" className="heavy">
          Log In
        </Link>
      </p>
      {registered && <Congratulations name={registered} close={() => setRegistered('')} />}
    </AuthFrame>
  );
}

function Congratulations({ name, close }: { name: string; close: () => void }) {
  const { returnTo, sessionEnded } = useLocation().state;

  return (
    <Dialog name="#joined" about="joined-next" close={close}>
      <div lang="en" className="stack anywhere text-center padded">
        <Illustration name="welcome" width={320} height={240} className="vignette" />
        <h2 id="joined">{`Congratulations ${name}!`}</h2>
        <p id="joined-next">Your account has been successfully created. Please go to the Log In page.</p>
        <Link to="/account/login" state={{ returnTo, sessionEnded }} className="primary">
          Log In
        </Link>
      </div>
    </Dialog>
  );
}

const fitsOf = (values: typeof noPerson & typeof noPasswords) => ({
  fullName: v.is(FullName, values.fullName),
  email: v.is(EmailOrEmpty, values.email),
  phoneNumber: v.is(PhoneNumber, values.phoneNumber),
  password: v.is(Password, values.password),
  confirmation: values.confirmation === values.password,
});

/** Whether the button is enabled; it does not depend on the phone number (specification §5). */
const isReady = ({ fullName, email, password, confirmation }: ReturnType<typeof fitsOf>) =>
  fullName && email && password && confirmation;

/** A live mark from the first character on; an empty field has no mark. */
const markOf = (value: string, fits: boolean): 'valid' | 'invalid' | undefined =>
  value === '' ? undefined : fits ? 'valid' : 'invalid';

/**
 * The shop's refusal of an e-mail that follows the rule. An empty one follows it (specification §5), but the shop refuses
 * it (decision F4).
 */
const emailRefusal = (failure: string, email: string) =>
  failure === 'Username Taken'
    ? ({ mark: 'invalid', error: 'Email ini sudah terdaftar.' } as const)
    : failure === 'Registration Failed' && !email && { error: 'Isi email Anda.' };

function messageFor(failure: unknown) {
  const status = statusOf(failure);
  if (!status) return 'No Server Response';
  return status === 409 ? 'Username Taken' : 'Registration Failed';
}
