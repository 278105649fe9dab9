/** Notifications on every screen: storage, updates, the product that a visitor wanted; and the questions to the customer. */
import { useAtomValue } from 'jotai';
import { useMessage } from '../../../design/messages.tsx';
import { deviceClearedAtom, sessionAtom } from '../../state/account/session.ts';
import { applyUpdateAtom } from '../../state/installation/update.ts';
import { deviceIsNewerAtom, deviceKeepsAtom } from '../../state/storage/stored-atom.ts';
import { LogInAgain } from '../account/customer-only.tsx';
import { WantedProduct } from '../cart/wanted-product-message.tsx';
import { useLoadedPart } from '../frame/loaded-part.tsx';
import { Dialogs } from './dialogs.tsx';

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
