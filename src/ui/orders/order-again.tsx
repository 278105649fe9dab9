import { useRouter } from '@tanstack/react-router';
import { useSetAtom } from 'jotai';
import type { PlacedOrder } from '#core/order-contract';
import { Icon } from '../../../design/icon.tsx';
import { showMessage } from '../../../design/messages.tsx';
import { orderAgainAtom } from '../../state/checkout/order-again.ts';
import { WorkButton } from '../forms/work-button.tsx';

/** 'Pesan lagi': the order's lines into the cart (decision M9). */
export function OrderAgain({
  lines,
  className,
}: {
  lines: NonNullable<PlacedOrder['order_items']>;
  className: string | undefined;
}) {
  const orderAgain = useSetAtom(orderAgainAtom);
  const router = useRouter();

  const order = async () => {
    const { pathname } = router.state.location;
    const outcome = await orderAgain(lines);
    if (!outcome) return showMessage('Menu belum bisa dimuat', { ms: 2_500, detail: 'Periksa koneksi Anda.' });
    const { left, assumed, choosable, isAdded } = outcome;
    const detail = [
      left.length > 0 && `Tidak tersedia: ${left.join(', ')}`,
      assumed.length > 0 && `Dengan pilihan biasa: ${assumed.join(', ')}`,
    ]
      .filter(Boolean)
      .join('. ');
    showMessage(isAdded ? 'Pesanan ini ada di keranjang' : 'Tidak ada yang bisa dipesan lagi', {
      ms: detail ? 6_000 : 2_000,
      ...(detail && { detail }),
      ...(choosable && {
        action: {
          name: 'Pilih lagi',
          run: () => void router.navigate({ to: '/products', search: { produk: choosable }, state: { opened: true } }),
        },
      }),
    });
    // Unless the customer has gone on while the menu was loaded.
    if (isAdded && router.state.location.pathname === pathname) await router.navigate({ to: '/carts' });
  };
  return (
    <WorkButton className={className} onClick={order}>
      <Icon name="refresh" size={20} /> Pesan lagi
    </WorkButton>
  );
}
