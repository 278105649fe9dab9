import { shop } from '#core/shop';
import { shopClockAtom } from '../state/clock.ts';
import { useDerived } from '../state/derived.ts';
import style from './age.module.css';
import { ageInWords, timeOf } from './time.ts';

const { amberMinutes, redMinutes } = shop.counter ?? { amberMinutes: 5, redMinutes: 10 };

/** When an order got its last status. */
export function Moment({ at }: { at: string }) {
  const words = useDerived((get) => timeOf(Date.parse(at) || 0, get(shopClockAtom)), [at]);

  return <time dateTime={at}>{` ${words}`}</time>;
}

/** How old an order is, counted from the shop's clock; amber and red when it is late. */
export function Age({ since }: { since: string }) {
  const began = Date.parse(since) || 0;
  const minutes = useDerived((get) => Math.max(0, Math.floor((get(shopClockAtom) - began) / 60_000)), [began]);
  const late = minutes >= redMinutes ? 'red' : minutes >= amberMinutes ? 'amber' : undefined;

  return (
    <time dateTime={since} data-late={late} className={style.age}>
      {ageInWords(minutes)}
    </time>
  );
}
