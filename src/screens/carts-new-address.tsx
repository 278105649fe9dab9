import { Link, useRouter } from '@tanstack/react-router';
import { useAtomValue, useSetAtom, useStore } from 'jotai';
import { isSame } from '#core/canonical';
import { Icon } from '../../design/icon.tsx';
import { addressAtom, chosenAddress } from '../state/checkout/checkout.ts';
import { AddressForm } from '../ui/account/address-form.tsx';
import { CheckoutColumns, CheckoutFrame, CostsSoFar } from '../ui/checkout/checkout-frame.tsx';

export function Screen() {
  return (
    <CheckoutFrame step="Pengiriman" title="Tambah Alamat Baru">
      {() => (
        <CheckoutColumns summary={<CostsSoFar />}>
          <NewAddress />
        </CheckoutColumns>
      )}
    </CheckoutFrame>
  );
}

/** The form; an address that is added during checkout becomes the address of this order. */
function NewAddress() {
  const store = useStore();
  const chosen = useAtomValue(addressAtom);
  const choose = useSetAtom(addressAtom);
  const router = useRouter();

  return (
    <div className="card roomy">
      <AddressForm
        onSaved={(address) => {
          // Unless another address was chosen while this one was being saved.
          if (!isSame(store.get(addressAtom), chosen)) return;
          void choose(address).then(() => {
            if (router.state.location.pathname === '/carts/new-address') void router.navigate(chosenAddress);
          });
        }}
        otherwise="Yang sudah diisi tetap ada. Pesanan tetap bisa diteruskan dengan alamat tersimpan atau tanpa kurir."
      >
        <Link to="/carts/delivery" className="quiet">
          <Icon name="back" size={18} /> Kembali ke pengiriman
        </Link>
      </AddressForm>
    </div>
  );
}
