import { Link, useNavigate } from '@tanstack/react-router';
import { useAtomValue, useSetAtom } from 'jotai';
import type { ReactNode } from 'react';
import { isSameAddress, withoutId } from '#core/address';
import type { SavedAddress } from '#core/contract';
import { isOutside } from '#core/delivery-area';
import { Icon } from '../../design/icon.tsx';
import { addressAtom, chosenAddress, deliveryRegencies } from '../state/checkout/checkout.ts';
import { AddressCard, DeliveryArea } from '../ui/account/address-card.tsx';
import { type ListedAddress, SavedAddresses } from '../ui/account/saved-addresses.tsx';
import { CheckoutColumns, CheckoutFrame, CostsSoFar } from '../ui/checkout/checkout-frame.tsx';
import style from './carts-choose-address.module.css';

export function Screen() {
  return (
    <CheckoutFrame step="Pengiriman" title="Pilih Alamat">
      {({ token }) => (
        <CheckoutColumns summary={<CostsSoFar />}>
          <SavedAddresses
            key={token}
            empty={{
              title: 'Belum ada alamat tersimpan',
              text: 'Tambahkan satu, dan kurir tahu ke mana pesanan Anda dibawa.',
            }}
            list={(addresses) => <Choices addresses={addresses} />}
            links={(isAny) => (
              <div className={isAny ? 'row wrap apart' : 'stack center'}>
                <Link to="/carts/delivery" className={isAny ? 'quiet flush' : 'quiet'}>
                  <Icon name="back" size={18} /> Kembali ke pengiriman
                </Link>
                <Link to="/carts/new-address" className={isAny ? 'secondary' : 'primary'}>
                  <Icon name="plus" size={18} /> Tambah Alamat Baru
                </Link>
              </div>
            )}
          />
        </CheckoutColumns>
      )}
    </CheckoutFrame>
  );
}

const Choices = ({ addresses }: { addresses: readonly ListedAddress[] }) => (
  <>
    <DeliveryArea />
    <ul aria-label="Alamat tersimpan" className="stack gap-4">
      {addresses.map(({ key, address, below }) => (
        <AddressChoice key={key} address={address}>
          {below}
        </AddressChoice>
      ))}
    </ul>
  </>
);

/** An address that one tap chooses; `children` are rendered below it. */
function AddressChoice({ address, children }: { address: SavedAddress; children: ReactNode }) {
  const chosen = useAtomValue(addressAtom);
  const choose = useSetAtom(addressAtom);
  const navigate = useNavigate();
  const isChosen = Boolean(chosen && isSameAddress(chosen, address));

  return (
    <li className={`box rounded hover-edge ${style.address} ${isChosen ? style.chosen : ''}`}>
      <button
        type="button"
        className={`stack wide ${style.choose}`}
        aria-current={isChosen || undefined}
        onClick={() => void choose(withoutId(address)).then(() => navigate(chosenAddress))}
      >
        {isOutside(address, deliveryRegencies) && <strong className="error across">Di luar wilayah antar</strong>}
        <AddressCard address={address} />
        <span className="row gap-1 bold accent">
          {isChosen && <Icon name="check" size={18} />}
          <span>{isChosen ? 'Dipakai sekarang' : 'Pakai alamat ini'}</span>
          {!isChosen && <Icon name="forward" size={18} />}
        </span>
      </button>
      {children}
    </li>
  );
}
