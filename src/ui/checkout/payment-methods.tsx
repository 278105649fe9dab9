import { useAtomValue, useSetAtom } from 'jotai';
import { useState } from 'react';
import type { PaymentMethod } from '#core/contract';
import { qrisId, tillId } from '#core/payment';
import { banksAtom, miniMarketsAtom } from '../../state/catalogue/catalogue.ts';
import { chosenMethodAtom, methodKey, methodKeyAtom } from '../../state/checkout/checkout.ts';
import { handoverAtom } from '../../state/checkout/handover.ts';
import { Picture } from '../catalogue/picture.tsx';
import { LoadFailure } from '../feedback/empty-state.tsx';
import { ChoiceCard } from '../forms/choice-card.tsx';
import { CheckoutPart } from './checkout-frame.tsx';
import style from './payment-methods.module.css';

const lists = { banks: banksAtom, 'mini-markets': miniMarketsAtom };

interface MethodGroup {
  title: string;
  folder: keyof typeof lists;
  /** Undefined when they could not be loaded. */
  methods: PaymentMethod[] | undefined;
}

/**
 * Both lists at once, so that neither moves the other. The remembered method comes first; for a customer in the shop those of its till come
 * before the others.
 */
export function PaymentMethods() {
  const banks = useAtomValue(banksAtom).data;
  const miniMarkets = useAtomValue(miniMarketsAtom).data;
  const handover = useAtomValue(handoverAtom);
  // As it was when the screen opened, so that a tap moves nothing.
  const [remembered] = useState(useAtomValue(methodKeyAtom));
  const isInShop = handover !== undefined && handover.kind !== 'courier';
  const isAtTill = ({ _id }: PaymentMethod) => isInShop && (_id === tillId || _id === qrisId);

  const groups: MethodGroup[] = [
    { title: 'Di kedai', folder: 'mini-markets', methods: miniMarkets?.filter(isAtTill) ?? [] },
    { title: 'Bank', folder: 'banks', methods: banks },
    { title: 'Pembayaran lain', folder: 'mini-markets', methods: miniMarkets?.filter((method) => !isAtTill(method)) },
  ];
  const first = <const Item,>(items: Item[], isFirst: (item: Item) => boolean) =>
    items.toSorted((one, other) => Number(isFirst(other)) - Number(isFirst(one)));
  const isRemembered = (folder: keyof typeof lists) => (method: PaymentMethod) =>
    methodKey(folder, method) === remembered;

  return (
    <div className="stack gap-5">
      {first(groups, ({ folder, methods }) => methods?.some(isRemembered(folder)) ?? false)
        .filter(({ title, methods }) => title !== 'Di kedai' || methods?.length)
        .map(({ title, folder, methods }) => (
          <CheckoutPart key={title} title={title}>
            <MethodList methods={methods && first(methods, isRemembered(folder))} folder={folder} />
          </CheckoutPart>
        ))}
    </div>
  );
}

function MethodList({ methods, folder }: Omit<MethodGroup, 'title'>) {
  const retry = useSetAtom(lists[folder]);
  const chosen = useAtomValue(chosenMethodAtom);
  const choose = useSetAtom(methodKeyAtom);
  const name = folder === 'banks' ? 'bank' : 'mini market';

  if (!methods) return <LoadFailure text={`Daftar ${name} gagal dimuat.`} retry={retry} />;
  if (methods.length === 0) return <p className="soft">{`Belum ada ${name} yang bisa dipakai.`}</p>;

  return (
    <div className={`stack ${style.methods}`}>
      {methods.map((method) => (
        <ChoiceCard
          key={method._id}
          group="metode"
          value={methodKey(folder, method)}
          chosen={chosen === method}
          choose={choose}
        >
          <Picture folder={folder} file={method.image_url} alt="" size={48} className={`thumb ${style.image}`} />
          <strong>{method.name}</strong>
        </ChoiceCard>
      ))}
    </div>
  );
}
