import { AccountShell } from '../ui/account-shell.tsx';
import { AddressForm } from '../ui/address-form.tsx';
import button from '../ui/button.module.css';
import { Icon } from '../ui/icon.tsx';
import { Link } from '../ui/link.tsx';
import { useNavigateFrom } from '../ui/navigate-from.ts';

export function Screen() {
  const navigate = useNavigateFrom('/account/new-address');

  return (
    <AccountShell title="Tambah Alamat">
      {() => (
        <AddressForm onSaved={() => void navigate({ to: '/account/address' })}>
          <Link to="/account/address" className={button.secondary}>
            <Icon name="back" size={18} /> Kembali
          </Link>
        </AddressForm>
      )}
    </AccountShell>
  );
}
