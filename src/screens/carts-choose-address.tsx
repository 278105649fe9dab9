import { Link, useNavigate } from '@tanstack/react-router';
import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { useId } from 'react';
import type { Address } from '#core/contract';
import { canonical } from '#core/order';
import { addressAtom, chooseAddressAtom } from '../state/checkout.ts';
import { addressesAtom } from '../state/private-lists.ts';
import { AddressCard } from '../ui/address-card.tsx';
import button from '../ui/button.module.css';
import { CheckoutFrame } from '../ui/checkout-frame.tsx';
import { CustomerOnly } from '../ui/customer-only.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Icon } from '../ui/icon.tsx';
import { LoadFailure } from '../ui/load-failure.tsx';
import style from './carts-choose-address.module.css';

export function ChooseAddressScreen() {
  return (
    <CheckoutFrame step="delivery" title="Pilih Alamat">
      <CustomerOnly>{() => <SavedAddresses />}</CustomerOnly>
    </CheckoutFrame>
  );
}

function SavedAddresses() {
  const [{ status, data }, reload] = useAtom(addressesAtom);

  return (
    <div className={style.saved}>
      {status === 'error' && <LoadFailure text="Alamat Anda gagal dimuat." retry={() => void reload()} />}
      {data ? (
        <AddressList addresses={data} />
      ) : (
        status !== 'error' && (
          <p role="status" className={style.loading}>
            Memuat alamat . . .
          </p>
        )
      )}
      <div className={style.actions}>
        <Link to="/carts/delivery" className={button.quiet}>
          <Icon name="back" size={18} /> Kembali ke pengiriman
        </Link>
        <Link to="/carts/new-address" className={button.primary}>
          <Icon name="plus" size={18} /> Tambah Alamat Baru
        </Link>
      </div>
    </div>
  );
}

function AddressList({ addresses }: { addresses: Address[] }) {
  if (addresses.length === 0) {
    return (
      <EmptyState
        picture="empty-addresses"
        title="Belum ada alamat tersimpan"
        text="Tambahkan satu, dan kurir tahu ke mana pesanan Anda dibawa."
      />
    );
  }

  return (
    <ul aria-label="Alamat tersimpan" className={style.list}>
      {addresses.map((address, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: saved addresses have no id and may be alike
        <SavedAddress key={index} address={address} />
      ))}
    </ul>
  );
}

function SavedAddress({ address }: { address: Address }) {
  const chosen = useAtomValue(addressAtom);
  const choose = useSetAtom(chooseAddressAtom);
  const navigate = useNavigate();
  const id = useId();
  const isChosen = chosen ? canonical(chosen) === canonical(address) : false;

  return (
    <li className={isChosen ? style.chosen : style.address}>
      <button
        type="button"
        className={style.choose}
        aria-current={isChosen || undefined}
        onClick={() => void choose(address).then(() => navigate({ to: '/carts/delivery' }))}
      >
        <AddressCard address={address} />
        <span className={style.mark}>
          {isChosen ? (
            <>
              <Icon name="check" size={18} /> Dipakai sekarang
            </>
          ) : (
            <>
              Pakai alamat ini <Icon name="forward" size={18} />
            </>
          )}
        </span>
      </button>
      <p className={style.edit}>
        <button type="button" className={button.quiet} aria-disabled="true" aria-describedby={id}>
          <Icon name="edit" size={18} /> Edit Alamat
        </button>
        <small id={id}>Belum tersedia</small>
      </p>
    </li>
  );
}
