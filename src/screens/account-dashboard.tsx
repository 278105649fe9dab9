import { Link } from '@tanstack/react-router';
import { AccountShell } from '../ui/account/account-shell.tsx';
import { Icon } from '../ui/design/icon.tsx';
import style from './account-dashboard.module.css';

export function Screen() {
  return (
    <AccountShell title="Dashboard">
      {({ user }) => (
        <>
          <table className={style.person}>
            <caption className={style.caption}>Data diri Anda</caption>
            <tbody>
              <Row label="Nama lengkap" value={user.fullName} />
              <Row label="Email" value={user.email} />
              <Row label="Nomor handphone" value={user.phoneNumber || '–'} />
            </tbody>
          </table>
          <ul className={style.next}>
            <li>
              <Link to="/account/order-list" className={style.way}>
                <Icon name="orders" /> Lihat pesanan Anda <Icon name="forward" size={18} />
              </Link>
            </li>
            <li>
              <Link to="/products" className={style.way}>
                <Icon name="bag" /> Pesan kopi lagi <Icon name="forward" size={18} />
              </Link>
            </li>
          </ul>
        </>
      )}
    </AccountShell>
  );
}

function Row({ label, value }: { label: string; value: string }) {
  return (
    <tr className={style.row}>
      <th scope="row" className={style.label}>
        {label}
      </th>
      <td className={style.value}>{value}</td>
      <td className={style.edit}>
        {/* Unavailable until the API has a call for it (decision F5). */}
        {/* biome-ignore lint/a11y/useSemanticElements: a link that leads nowhere has no address */}
        <span role="link" aria-disabled="true" tabIndex={0} aria-label={`[edit] ${label}: Belum tersedia`}>
          [edit]
        </span>
        <small aria-hidden="true">Belum tersedia</small>
      </td>
    </tr>
  );
}
