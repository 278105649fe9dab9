import { useAtomValue, useSetAtom } from 'jotai';
import { shop } from '#core/shop';
import { chooseHandoverAtom, handoverAtom } from '../state/checkout.ts';
import style from './handover-choice.module.css';
import { Illustration } from './illustration.tsx';

/** Touching Pick-Up, Delivery or Dine In remembers the way for the delivery screen (decision O13). */
export function HandoverChoice() {
  const handover = useAtomValue(handoverAtom);
  const choose = useSetAtom(chooseHandoverAtom);
  const services = [
    { name: 'Order', picture: 'service-order', note: 'Lihat menu', chosen: false, handover: undefined },
    ...(shop.pickUp
      ? [
          {
            name: 'Pick-Up',
            picture: 'service-pickup',
            note: 'Ambil sendiri',
            chosen: handover?.kind === 'pickup',
            handover: 'pickup',
          },
        ]
      : []),
    {
      name: 'Delivery',
      picture: 'service-delivery',
      note: 'Kami antar',
      chosen: handover?.kind === 'courier',
      handover: '',
    },
    ...(shop.dineIn
      ? [
          {
            name: 'Dine In',
            picture: 'service-dinein',
            note: 'Makan di sini',
            chosen: handover?.kind === 'dine-in',
            handover: 'dine-in',
          },
        ]
      : []),
  ];

  return (
    <ul aria-label="Layanan" className={style.services}>
      {services.map((service) => (
        <li key={service.name}>
          {service.handover === undefined ? (
            <a href="#menu" className={style.service}>
              <ServiceFace {...service} />
            </a>
          ) : (
            <button
              type="button"
              aria-pressed={service.chosen}
              className={style.service}
              onClick={() => void choose({ handover: service.handover })}
            >
              <ServiceFace {...service} />
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

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
