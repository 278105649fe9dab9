import { Link } from '@tanstack/react-router';
import { useAtomValue, useSetAtom } from 'jotai';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import * as v from 'valibot';
import type { User } from '#core/contract';
import type { PlacedOrder } from '#core/order-contract';
import { numberOf } from '#core/order-steps';
import { FullName, PhoneNumber, Profile } from '#core/registration';
import { statusOf } from '#device/failures';
import { Dialog } from '../../design/dialog.tsx';
import { Icon } from '../../design/icon.tsx';
import { showMessage } from '../../design/messages.tsx';
import { isEditableAtom } from '../state/account/capabilities.ts';
import { changeProfileAtom } from '../state/account/log-in.ts';
import { ordersAtom } from '../state/account/private-lists.ts';
import { cancelledOrdersAtom, closeOrderAtom, ordersUnderWayAtom } from '../state/checkout/outbox.ts';
import { AccountShell } from '../ui/account/account-shell.tsx';
import { LogInAgain } from '../ui/account/customer-only.tsx';
import { nameField, phoneField } from '../ui/account/person-fields.ts';
import { InlineError } from '../ui/feedback/empty-state.tsx';
import { Field, fieldsOf } from '../ui/forms/field.tsx';
import { Form, SaveButton } from '../ui/forms/form.tsx';
import { useDialogEntry } from '../ui/frame/location.ts';
import { OrderTimeline } from '../ui/orders/order-parts.tsx';
import { Refund } from '../ui/orders/payment-instructions.tsx';
import { PushOffer } from '../ui/orders/push-offer.tsx';
import style from './account-dashboard.module.css';

export function Screen() {
  return <AccountShell title="Dashboard">{({ user }) => <Dashboard user={user} />}</AccountShell>;
}

/** How long the orders are awaited before the rest is shown, in ms. */
const ordersAwaited = 1_000;

/** How many of those under way; more are only in the order list. */
const maxCards = 5;

function Dashboard({ user }: { user: User }) {
  const { data, failure } = useAtomValue(ordersAtom);
  const underWay = useAtomValue(ordersUnderWayAtom);
  const [newest] = underWay;
  const orders = [...underWay.slice(0, maxCards), ...useAtomValue(cancelledOrdersAtom)];
  const [isLate, setIsLate] = useState(false);
  // The numbers of the orders above the rest; those that come after it go below, where they move nothing.
  const [above, setAbove] = useState<readonly string[]>();
  if (!above && (data || failure || isLate)) setAbove(orders.map(({ order_number }) => order_number));
  const isAbove = ({ order_number }: PlacedOrder) => above?.includes(order_number) ?? true;
  // Asked for with the orders: what it adds to their cards would move the rest.
  useAtomValue(isEditableAtom);

  useEffect(() => {
    const late = setTimeout(() => setIsLate(true), ordersAwaited);
    return () => clearTimeout(late);
  }, []);

  return (
    <>
      <OrderCards orders={orders.filter(isAbove)} />
      {above && (
        <>
          <Person user={user} />
          <ul className="stack columns gap-4">
            <li>
              <Link to="/account/order-list" className="card row bold plain hover-edge">
                <span className="disc accent">
                  <Icon name="orders" />
                </span>
                <span className="grow">Lihat pesanan Anda</span>
                <Icon name="forward" size={18} />
              </Link>
            </li>
            <li>
              <Link to="/products" className="card row bold plain hover-edge">
                <span className="disc accent">
                  <Icon name="bag" />
                </span>
                <span className="grow">Pesan kopi lagi</span>
                <Icon name="forward" size={18} />
              </Link>
            </li>
          </ul>
        </>
      )}
      <OrderCards orders={orders.filter((order) => !isAbove(order))} />
      {/* Apart from its card, because it arrives later and would move what is below. */}
      {above && newest && <PushOffer order={newest} />}
    </>
  );
}

/** A card for each order. */
function OrderCards({ orders }: { orders: readonly PlacedOrder[] }) {
  const close = useSetAtom(closeOrderAtom);

  return orders.map((order, index) => (
    <section
      // An order without a number can only be identified by its position.
      key={order.order_number || index}
      aria-label={`Pesanan ${numberOf(order)}`}
      className="card stack gap-4 roomy"
    >
      <h2>{`Pesanan ${numberOf(order)}`}</h2>
      <OrderTimeline order={order} hasTotal />
      <Refund order={order} />
      {order.status === 'cancelled' && (
        <button type="button" className="secondary" onClick={() => void close(order)}>
          Tutup
        </button>
      )}
    </section>
  ));
}

function Person({ user }: { user: User }) {
  const [edited, setEdited] = useState<{ first: ProfileField }>();
  const isEditable = useAtomValue(isEditableAtom);

  const edit = (field: ProfileField) => (isEditable ? () => setEdited({ first: field }) : undefined);

  return (
    <>
      <table className="card block roomy">
        <caption className="block">
          <h2>Data diri Anda</h2>
        </caption>
        <tbody className="block ruled">
          <Row label="Nama lengkap" value={user.fullName} edit={edit('fullName')} />
          <Row label="Email" value={user.email} />
          <Row label="Nomor handphone" value={user.phoneNumber || '–'} edit={edit('phoneNumber')} />
        </tbody>
      </table>
      {/* An answer that comes late does not close a form that was opened since. */}
      {edited && (
        <ProfileForm user={user} {...edited} close={() => setEdited((now) => (now === edited ? undefined : now))} />
      )}
    </>
  );
}

/** `edit` is called by '[edit]', which is a text where nothing can be edited (decision F5). */
function Row({ label, value, edit }: { label: string; value: string; edit?: (() => void) | undefined }) {
  return (
    <tr className={`row wrap flat ${style.row}`}>
      <th scope="row" className={`soft ${style.label}`}>
        {label}
      </th>
      <td className={`bold anywhere ${style.value}`}>{value}</td>
      <td className={`soft small ${style.edit}`}>
        {edit ? (
          <button type="button" className="tap end link" aria-label={`[edit] ${label}`} onClick={edit}>
            [edit]
          </button>
        ) : (
          <span className="tap end">
            [edit]<span className="hidden"> Belum tersedia</span>
          </span>
        )}
      </td>
    </tr>
  );
}

type ProfileField = keyof Profile;

/** The form for the customer's name and phone number, by the rules of registration (decision F5); `first` has the focus. */
function ProfileForm({ user, first, close }: { user: User; first: ProfileField; close: () => void }) {
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
