import { Link, useRouter } from '@tanstack/react-router';
import { Icon } from '../../design/icon.tsx';
import { AccountShell } from '../ui/account/account-shell.tsx';
import { AddressForm } from '../ui/account/address-form.tsx';

export function Screen() {
  const router = useRouter();

  const leave = () => {
    if (router.state.location.pathname === '/account/new-address') void router.navigate({ to: '/account/address' });
  };

  return (
    <AccountShell title="Tambah Alamat">
      {() => (
        <AddressForm onSaved={leave}>
          <Link to="/account/address" className="secondary">
            <Icon name="back" size={18} /> Kembali
          </Link>
        </AddressForm>
      )}
    </AccountShell>
  );
}
