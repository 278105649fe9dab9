import { useAtomValue } from 'jotai';
import type { PaymentMethod } from '#core/contract';
import { isFree } from '#core/order';
import type { PlacedOrder } from '#core/order-contract';
import { qrisId, tillId } from '#core/payment';
import { banksAtom, miniMarketsAtom } from '../../state/catalogue/catalogue.ts';
import type { Resource } from '../../state/connection/resource.ts';

/** What a payment text depends on; undefined where the method is in neither list, 'unknown' where a list is missing. */
type PaymentKind = 'nothing' | 'till' | 'qris' | 'bank' | 'mini-market' | 'unknown' | undefined;

/** How an order is paid (decisions O10 and O15): 'nothing' for one of Rp0. */
export function usePaymentKind(
  order: Partial<Pick<PlacedOrder, 'paymentMethod' | 'totalShopping' | 'subTotal'>>,
): PaymentKind {
  const { paymentMethod } = order;
  const among = ({ data }: Resource<PaymentMethod[]>) => data?.find(({ _id }) => _id === paymentMethod?._id);
  const banks = useAtomValue(banksAtom);
  const miniMarkets = useAtomValue(miniMarketsAtom);
  const bank = among(banks);
  const miniMarket = among(miniMarkets);
  if (isFree(order)) return 'nothing';
  if (paymentMethod?._id === tillId) return 'till';
  if (paymentMethod?._id === qrisId) return 'qris';
  // Another host may number banks and mini-markets from 1 each: then the name decides.
  if (miniMarket && (!bank || miniMarket.name === paymentMethod?.name)) return 'mini-market';
  if (bank) return 'bank';
  return paymentMethod && !(banks.data && miniMarkets.data) ? 'unknown' : undefined;
}
