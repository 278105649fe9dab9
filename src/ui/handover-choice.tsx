import { useAtomValue, useSetAtom } from 'jotai';
import { shop } from '#core/shop';
import { choiceAtom, chooseHandoverAtom, handoverAtom, tableOf } from '../state/handover.ts';
import style from './handover-choice.module.css';
import { Illustration } from './illustration.tsx';

/**
 * Touching Pick-Up, Delivery or Dine In remembers the way for the delivery screen (decision O13). Which courier brings it is
 * asked there.
 */
export function HandoverChoice() {
  const { handover: chosen, table } = useAtomValue(choiceAtom);
  const kind = useAtomValue(handoverAtom)?.kind ?? chosen;
  const atTable = kind === 'dine-in' && tableOf(table);
  const choose = useSetAtom(chooseHandoverAtom);

  return (
    <ul aria-label="Layanan" className={style.services}>
      <li>
        <a href="#menu" className={style.service}>
          <ServiceFace name="Order" picture="service-order" note="Lihat menu" />
        </a>
      </li>
      {services.map((service) => (
        <li key={service.name}>
          <button
            type="button"
            aria-pressed={kind === service.kind}
            className={style.service}
            onClick={() => void choose({ handover: service.kind })}
          >
            <ServiceFace {...service} />
            {service.kind === 'dine-in' && atTable && <b className={style.table}>Meja {table}</b>}
          </button>
        </li>
      ))}
    </ul>
  );
}

const services = [
  ...(shop.pickUp ? [{ kind: 'pickup', name: 'Pick-Up', picture: 'service-pickup', note: 'Ambil sendiri' }] : []),
  { kind: 'courier', name: 'Delivery', picture: 'service-delivery', note: 'Kami antar' },
  ...(shop.dineIn ? [{ kind: 'dine-in', name: 'Dine In', picture: 'service-dinein', note: 'Makan di sini' }] : []),
];

function ServiceFace({ name, note, picture }: { name: string; note: string; picture: string }) {
  return (
    <>
      <Illustration name={picture} width={64} height={64} />
      <span className={style.serviceName} lang="en">
        {name}
      </span>
      <span className={style.serviceNote}>{note}</span>
    </>
  );
}
