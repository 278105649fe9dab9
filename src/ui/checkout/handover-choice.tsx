import { type Store, useAtomValue, useSetAtom, useStore } from 'jotai';
import { memo } from 'react';
import { type Handover, handoverOf, services } from '#core/shop';
import { Sprite, type SpriteName } from '../../../design/sprite.tsx';
import { choiceAtom, chooseHandoverAtom, handoverAtom, knownTableAtom } from '../../state/checkout/handover.ts';
import style from './handover-choice.module.css';

/**
 * Pick-Up, Delivery or Dine In: a tap stores the choice for the delivery screen (decision O13), where the courier is
 * chosen.
 */
export const HandoverChoice = memo(function HandoverChoice() {
  const { handover: chosen } = useAtomValue(choiceAtom);
  const table = useAtomValue(knownTableAtom);
  const kind = useAtomValue(handoverAtom)?.kind ?? chosen;
  const atTable = kind === 'dine-in' && table;
  const choose = useSetAtom(chooseHandoverAtom);
  const store = useStore();

  const chooseService = async (service: string) => {
    const before = chosen;
    await choose({ handover: service });
    const inTheStore = handoverOf(service);
    if (!inTheStore || (await agreesToStart(store, inTheStore))) return;
    if (store.get(choiceAtom).handover === service) await choose({ handover: before });
  };
  return (
    <ul aria-label="Layanan" className={`stack ${style.services}`}>
      <li>
        <a href="#menu" className={style.service}>
          <ServiceFace name="Order" picture="service-order" note="Lihat menu" />
        </a>
      </li>
      {services.map((service) => (
        <li key={service.kind}>
          <button
            type="button"
            aria-pressed={kind === service.kind}
            className={style.service}
            onClick={() => void chooseService(service.kind)}
          >
            <ServiceFace {...service} note={notes[service.kind]} />
            {service.kind === 'dine-in' && atTable && (
              <b className={`small bold ${style.table}`}>{`Meja ${atTable}`}</b>
            )}
          </button>
        </li>
      ))}
    </ul>
  );
});

/** As its namesake, whose file no first paint needs. Where it cannot be loaded, the customer is asked on the way to the payment. */
async function agreesToStart(store: Store, handover: Handover) {
  const loaded = await import('./agree-to-start.ts').catch(() => undefined);
  return loaded ? loaded.agreesToStart(store, handover) : true;
}

const notes: Record<string, string> = { pickup: 'Ambil sendiri', courier: 'Kami antar', 'dine-in': 'Makan di sini' };

interface ServiceFaceProps {
  name: string;
  picture: SpriteName;
  note: string | undefined;
}

function ServiceFace({ name, picture, note }: ServiceFaceProps) {
  return (
    <>
      <Sprite name={picture} size={64} />
      <span className={`bold ${style.serviceName}`} lang="en">
        {name}
      </span>
      <span className={`soft small ${style.serviceNote}`}>{note}</span>
    </>
  );
}
