import { useSetAtom } from 'jotai';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import * as v from 'valibot';
import type { User } from '#core/contract';
import { FullName, PhoneNumber, Profile } from '#core/registration';
import { statusOf } from '#device/failures';
import { Dialog } from '../../../design/dialog.tsx';
import { showMessage } from '../../../design/messages.tsx';
import { changeProfileAtom } from '../../state/account/profile.ts';
import { InlineError } from '../feedback/inline-error.tsx';
import { Field, fieldsOf } from '../forms/field.tsx';
import { Form, SaveButton } from '../forms/form.tsx';
import { useDialogEntry } from '../frame/location.ts';
import { LogInAgain } from './customer-only.tsx';
import { nameField, phoneField } from './person-fields.ts';

export type ProfileField = keyof Profile;

/** The form for the customer's name and phone number, by the rules of registration (decision F5); `first` has the focus. */
export function ProfileForm({ user, first, close }: { user: User; first: ProfileField; close: () => void }) {
  const [typed, setTyped] = useState<Profile>({ fullName: user.fullName, phoneNumber: user.phoneNumber });
  const [failure, setFailure] = useState<ReactNode>();
  const change = useSetAtom(changeProfileAtom);
  const fits = { fullName: v.is(FullName, typed.fullName), phoneNumber: v.is(PhoneNumber, typed.phoneNumber) };
  useDialogEntry(close);

  const box = useRef<HTMLDivElement>(null);
  // Where the focus begins when the dialog opens. React gives an element no such attribute.
  useLayoutEffect(() => box.current?.querySelector(`[name='${first}']`)?.setAttribute('autofocus', ''), [first]);

  const type = (field: ProfileField, value: string) => {
    setFailure(undefined);
    setTyped((before) => ({ ...before, [field]: value }));
  };

  const submit = async (filled: Record<string, string>) => {
    const profile = v.safeParse(Profile, filled);
    if (!profile.success) return setFailure('Periksa isian yang belum benar.');
    setFailure(undefined);
    try {
      await change(profile.output);
      close();
      showMessage('Data diri Anda sudah diperbarui', { ms: 2_000 });
    } catch (refused) {
      console.warn('PATCH /auth/user', refused);
      setFailure(wordsFor(statusOf(refused)));
    }
  };

  const field = fieldsOf(typed, type);
  const markOf = (name: ProfileField) => (fits[name] ? 'valid' : 'invalid');

  return (
    <Dialog name="#profile" close={close}>
      <div ref={box}>
        <Form noValidate className="stack gap-4 padded" submit={submit}>
          <h2 id="profile">Ubah data diri</h2>
          <Field {...nameField} {...field('fullName')} mark={markOf('fullName')} />
          <Field {...phoneField} {...field('phoneNumber')} mark={markOf('phoneNumber')} />
          {failure && <InlineError>{failure}</InlineError>}
          <p className="wrap end">
            <button type="button" className="secondary" onClick={close}>
              Batal
            </button>
            <SaveButton>Simpan</SaveButton>
          </p>
        </Form>
      </div>
    </Dialog>
  );
}

function wordsFor(status: number | undefined) {
  if (!status) return 'Kedai belum menjawab, jadi belum ada yang pasti berubah. Simpan lagi saat tersambung.';
  if (status !== 401) return 'Kedai tidak bisa menyimpannya. Coba lagi sebentar lagi.';
  return (
    <>
      Sesi Anda sudah berakhir. <LogInAgain /> lagi untuk menyimpannya.
    </>
  );
}
