import { useAtomValue } from 'jotai';
import { isOn, pauseAtom } from '../../state/checkout/pause.ts';
import { clockOf } from '../feedback/clock.ts';
import { useMinute } from './minute.ts';

/** 'Kedai jeda sampai 14.30'; undefined while the shop takes orders. */
export function usePause(): string | undefined {
  const pause = useAtomValue(pauseAtom);
  const minute = useMinute();
  return minute !== undefined && pause && isOn(pause, Date.now()) ? pauseInWords(pause.until) : undefined;
}

/** `until` in ms on this device's clock. */
export const pauseInWords = (until: number | undefined) =>
  until === undefined ? 'Kedai sedang jeda' : `Kedai jeda sampai ${clockOf(new Date(until))}`;

/** Says that the shop takes no orders now (decision W12). */
export function PauseLine() {
  const pause = usePause();
  return pause && <p className="notice warn">{`${pause}. Keranjangmu tetap tersimpan.`}</p>;
}
