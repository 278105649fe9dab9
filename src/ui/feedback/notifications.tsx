/** Notifications on every screen: storage, updates, the product that a visitor wanted; and the questions to the customer. */
import { getDefaultStore, useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { Dialog } from '../../../design/dialog.tsx';
import { Icon } from '../../../design/icon.tsx';
import { clearMessages, useMessage } from '../../../design/messages.tsx';
import { customerAtom, deviceClearedAtom, sessionAtom } from '../../state/account/session.ts';
import { applyUpdateAtom } from '../../state/installation/update.ts';
import { deviceIsNewerAtom, deviceKeepsAtom } from '../../state/storage/stored-atom.ts';
import { LogInAgain } from '../account/customer-only.tsx';
import { WantedProduct } from '../cart/wanted-product-message.tsx';
import { useLoadedPart } from '../frame/loaded-part.tsx';
import { useDialogEntry } from '../frame/location.ts';
import style from './dialogs.module.css';
import { type Asked, leaveUnanswered, openQuestionsAtom } from './questions.ts';

const importCustomers = async () => (await import('./customer-notifications.tsx')).CustomerNotifications;

export function Notifications() {
  const isCustomer = Boolean(useAtomValue(sessionAtom));
  // They stay after a logout, which empties the badge of the app's icon.
  const CustomerNotifications = useLoadedPart(importCustomers, isCustomer);
  useDeviceMessage();
  useUpdateMessage();

  return (
    <>
      {CustomerNotifications && <CustomerNotifications />}
      <WantedProduct />
      <Dialogs />
    </>
  );
}

/** What is wrong with this device's storage. */
function useDeviceMessage() {
  const keeps = useAtomValue(deviceKeepsAtom);
  const isNewer = useAtomValue(deviceIsNewerAtom);
  const isCleared = useAtomValue(deviceClearedAtom);

  useMessage(
    'device',
    isCleared ? (
      <p>
        <span>Data di HP ini baru saja dihapus.</span> <LogInAgain />
      </p>
    ) : keeps ? null : isNewer ? (
      <>
        <p>Versi baru sudah dibuka di tab lain.</p>
        <button type="button" className="secondary" onClick={() => location.reload()}>
          Muat ulang
        </button>
      </>
    ) : (
      <p>Penyimpanan di perangkat ini tidak bisa dipakai: keranjang hanya bertahan selama halaman ini terbuka.</p>
    ),
  );
}

/** Says that a new version is waiting for the next quiet moment or the customer. */
function useUpdateMessage() {
  const update = useAtomValue(applyUpdateAtom);

  useMessage(
    'update',
    update && (
      <>
        <p>{update.apply ? 'Versi baru sudah siap.' : 'Memperbarui . . .'}</p>
        {update.apply && (
          <button type="button" className="secondary" onClick={update.apply}>
            Perbarui
          </button>
        )}
      </>
    ),
  );
}

/** Shows the questions of `questions.ts`. */
export function Dialogs() {
  const customer = useAtomValue(customerAtom);
  const asked = useAtomValue(openQuestionsAtom, { store: getDefaultStore() });
  // Another tab may log in another customer, who was not asked.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the customer is the event
  useEffect(() => leaveUnanswered, [customer]);
  useEffect(() => clearMessages, []);

  return asked.slice(-1).map((question) => <Question key={question.id} {...question} />);
}

function Question({
  id,
  question,
  detail,
  lang,
  yes = 'Yes, delete it!',
  no = 'Batal',
  back,
  isDeletion,
  answer,
}: Asked) {
  // Also when a link leads to another screen.
  useDialogEntry(leaveUnanswered);

  return (
    <Dialog
      name={`#asked-${id}`}
      {...(detail ? { about: `detail-${id}` } : {})}
      role="alertdialog"
      close={() => answer()}
    >
      <div className="stack padded text-center">
        {isDeletion && (
          <span className="bad disc">
            <Icon name="trash" />
          </span>
        )}
        <p id={`asked-${id}`} lang={lang} className="large heavy">
          {question}
        </p>
        {detail && <p id={`detail-${id}`}>{detail}</p>}
        <div className={`wrap ${style.answers}`}>
          {back && (
            <button type="button" className="quiet" onClick={() => answer()}>
              {back}
            </button>
          )}
          <button type="button" className="secondary" onClick={() => answer(false)}>
            {no}
          </button>
          <button
            type="button"
            lang={lang}
            className={`primary ${isDeletion ? style.deletion : ''}`}
            onClick={() => answer(true)}
          >
            {yes}
          </button>
        </div>
      </div>
    </Dialog>
  );
}
