import type { Store } from 'jotai';
import { startAt } from '#core/opening';
import { type Handover, shop } from '#core/shop';
import { isStartAgreedAtom } from '../../state/checkout/checkout.ts';
import { confirmed } from '../feedback/questions.ts';

/** 'pukul 07.00', 'Senin pukul 07.00'. */
export const atClock = (start: string) => start.replace(/\d\d\.\d\d$/, 'pukul $&');

/** 'mulai pukul 07.00', 'mulai Senin pukul 07.00'. */
export const startInWords = (start: string) => `mulai ${atClock(start)}`;

/**
 * Before opening, asks once whether the customer wants the order in the store when it opens; resolves with whether to go
 * on with this handover.
 */
export async function agreesToStart(store: Store, { kind, name }: Handover): Promise<boolean> {
  const start = kind === 'courier' ? '' : startAt(new Date());
  if (store.get(isStartAgreedAtom)(start)) return true;
  const words = startInWords(start);
  const agreed = await confirmed(`${name} ${words}?`, {
    yes: `Ya, ${words}`,
    detail: `${shop.title} belum buka. Pesanan ini kami siapkan begitu buka.`,
  });
  if (agreed) await store.set(isStartAgreedAtom, start);
  return agreed;
}
