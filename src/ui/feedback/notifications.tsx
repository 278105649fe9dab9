/** Notifications on every screen: storage, updates, the product that a visitor wanted; and the questions to the customer. */
import { getDefaultStore, useAtom, useAtomValue, useSetAtom, useStore } from 'jotai';
import { useEffect, useState } from 'react';
import { hasLine } from '#core/cart';
import { keyOfLine, unitPriceOf, wholeNameOf } from '#core/line';
import { rupiah } from '#core/rupiah';
import { Dialog } from '../../../design/dialog.tsx';
import { Icon } from '../../../design/icon.tsx';
import { clearMessages, showMessage, useMessage } from '../../../design/messages.tsx';
import { customerAtom, deviceClearedAtom, sessionAtom } from '../../state/account/session.ts';
import { type Addition, openCartAtom, removeOneAtom, wantedProductAtom } from '../../state/cart/cart.ts';
import { listedProductAtom, menuAtom } from '../../state/catalogue/catalogue.ts';
import { applyUpdateAtom } from '../../state/installation/update.ts';
import { deviceIsNewerAtom, deviceKeepsAtom } from '../../state/storage/stored-atom.ts';
import { LogInAgain, LogInOrSignUp } from '../account/customer-only.tsx';
import { useAddToCart } from '../cart/add-to-cart.ts';
import wantedStyle from '../cart/wanted-product-message.module.css';
import { useLoadedPart } from '../frame/loaded-part.tsx';
import { useDialogEntry, useRenderedPathname } from '../frame/location.ts';
import { CloseButton } from './close-button.tsx';
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

/** The product that a visitor wanted (decision C6): a message leads to the login, and it is put into the cart afterwards. */
export function WantedProduct() {
  const session = useAtomValue(sessionAtom);
  const [product, setProduct] = useAtom(wantedProductAtom);
  const [added, setAdded] = useState<{ product: Addition; shownOn?: string }>();
  const path = useRenderedPathname();
  // Until the customer goes on from the screen to which the login has led.
  if (added && !authScreens.includes(path)) {
    if (added.shownOn === undefined) setAdded({ ...added, shownOn: path });
    else if (added.shownOn !== path) setAdded(undefined);
  }

  const isOffered = session === null && !authScreens.includes(path);
  useMessage(
    'wanted',
    session && !product && added?.shownOn === path ? (
      <Added product={added.product} close={() => setAdded(undefined)} />
    ) : (
      isOffered && product && <Offer product={product} close={() => void setProduct(null)} />
    ),
  );

  return session && product && <Adding product={product} onAdded={() => setAdded({ product })} />;
}

/** Screens that navigate away when they are done. */
const authScreens = ['/account/login', '/account/register'];

function Offer({ product, close }: { product: Addition; close: () => void }) {
  const { name, qty = 1 } = product;

  return (
    <aside aria-label="Tadi Anda memilih" className={wantedStyle.wanted}>
      <p className="grow">
        <span>Tadi Anda memilih</span> <strong>{name}</strong>
        <span>
          <span>{`${wholeNameOf(product).slice(name.length)}${qty > 1 ? ` ×${qty}` : ''}`}</span>{' '}
          <strong>{rupiah(unitPriceOf(product) * qty)}</strong>
        </span>
      </p>
      <div className={`gap-2 ${wantedStyle.answers}`}>
        <LogInOrSignUp />
      </div>
      <button type="button" className="icon" aria-label="Tidak jadi" onClick={close}>
        <Icon name="close" />
      </button>
    </aside>
  );
}

/** Adds the product once, as the menu lists it now: its price may have changed since, and it may be sold out. */
function Adding({ product, onAdded }: { product: Addition; onAdded: () => void }) {
  const { data: menu, status } = useAtomValue(menuAtom);
  const isKnown = status === 'error' || menu?.isOfToday;
  const setProduct = useSetAtom(wantedProductAtom);
  const addToCart = useAddToCart();
  const store = useStore();

  // biome-ignore lint/correctness/useExhaustiveDependencies: `addToCart` and `onAdded` are new at each rendering
  useEffect(() => {
    if (!isKnown) return;
    void setProduct(null);
    if (hasLine(store.get(openCartAtom), product)) return;
    const now = store.get(listedProductAtom)(product._id);
    if (now === null) showMessage(`${product.name} sudah tidak ada di menu`, { ms: 3_000 });
    // Every tab hears of the login, and does this.
    else void addToCart({ ...product, ...now }, true).then((isAdded) => isAdded && onAdded());
  }, [isKnown, product, setProduct, store]);
  return null;
}

function Added({ product, close }: { product: Addition; close: () => void }) {
  const remove = useSetAtom(removeOneAtom);
  const isInCart = hasLine(useAtomValue(openCartAtom), product);
  if (!isInCart) return null;

  const undo = () => {
    close();
    // The shop may have sent a saved cart with more of it since.
    void remove(keyOfLine(product), product.qty);
  };
  return (
    <aside aria-label="Tadi Anda memilih" className={wantedStyle.wanted}>
      <p className="grow">
        <strong>{wholeNameOf(product)}</strong> ada di keranjang
      </p>
      <button type="button" className="secondary" onClick={undo}>
        Urungkan
      </button>
      <CloseButton close={close} />
    </aside>
  );
}
