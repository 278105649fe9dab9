import { useAtomValue, useSetAtom } from 'jotai';
import { useState } from 'react';
import type { PlacedOrder } from '#core/order-contract';
import { awaitsReady, cancelledByCustomer, isWithdrawable, numberOf } from '#core/order-steps';
import { labelOf } from '#core/status-words';
import { showMessage } from '../../../design/messages.tsx';
import { isEditableAtom } from '../../state/account/capabilities.ts';
import { withdrawOrderAtom } from '../../state/checkout/withdraw.ts';
import { connectionAtom, isCutOff } from '../../state/connection/connection.ts';
import { confirmed } from '../feedback/questions.ts';
import { WorkButton } from '../forms/work-button.tsx';
import { WhatsAppLink } from '../shop/whatsapp-link.tsx';

/** How long a message with a consequence is shown, in ms. */
const readingTime = 6_000;

/** Cancels an order at the bundled server, while nothing of it is paid or begun; afterwards the way is WhatsApp (decision W18). */
export function WithdrawOrder({ order }: { order: PlacedOrder }) {
  const isOffered = useAtomValue(isEditableAtom);
  const isCut = isCutOff(useAtomValue(connectionAtom));
  const withdraw = useSetAtom(withdrawOrderAtom);
  const [isWorking, setIsWorking] = useState(false);
  if (!isOffered || !order.order_number || !awaitsReady(order)) return null;

  if (!isWithdrawable(order))
    return (
      <p className="soft small">
        <span>Perlu mengubah atau membatalkan?</span>{' '}
        <WhatsAppLink message={`tentang pesanan ${numberOf(order)}: `} className="link tap">
          Hubungi kedai
        </WhatsAppLink>
      </p>
    );

  const cancel = async () => {
    if (isCut) return showMessage('Membatalkan perlu koneksi. Coba lagi setelah tersambung.', { ms: readingTime });
    const answers = { yes: 'Ya, batalkan', no: 'Tidak jadi', isDeletion: true, detail: numberOf(order) };
    if (!(await confirmed('Batalkan pesanan ini?', answers))) return;
    setIsWorking(true);
    const now = await withdraw(order);
    setIsWorking(false);
    showMessage(outcomeOf(now), { ms: readingTime });
  };

  return (
    <WorkButton className="quiet flush error" onClick={cancel}>
      {isWorking ? 'Membatalkan . . .' : 'Batalkan pesanan'}
    </WorkButton>
  );
}

/** What became of an order that was to be cancelled; undefined: the shop did not say. */
function outcomeOf(order: PlacedOrder | undefined) {
  if (!order) return 'Kedai belum menjawab, jadi pesanan mungkin belum batal. Coba lagi setelah tersambung.';
  if (order.status !== 'cancelled')
    return isWithdrawable(order)
      ? 'Pesanan belum dibatalkan. Coba lagi, atau hubungi kedai lewat WhatsApp.'
      : `Terlambat: pesanan sudah "${labelOf(order.status)}". Hubungi kedai lewat WhatsApp.`;
  return order.reason === cancelledByCustomer ? 'Pesanan dibatalkan' : `Kedai sudah membatalkannya: ${order.reason}`;
}
