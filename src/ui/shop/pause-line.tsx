import { useAtomValue } from 'jotai';
import { startAt } from '#core/opening';
import { isOn, pauseAtom } from '../../state/checkout/pause.ts';
import { clockOf } from '../feedback/clock.ts';
import { useMinute } from './minute.ts';

/** 'Kedai jeda sampai 14.30. Kirim setelah itu?'; undefined while the shop takes orders. */
export function usePause(): string | undefined {
  const pause = useAtomValue(pauseAtom);
  const minute = useMinute();
  return minute !== undefined && pause && isOn(pause, Date.now()) ? askAboutPause(pause.until) : undefined;
}

/** `until` in ms on this device's clock; undefined if the end is unknown. */
export const askAboutPause = (until: number | undefined) =>
  `${pauseInWords(until)}. ${until === undefined ? 'Kirim nanti?' : 'Kirim setelah itu?'}`;

/** How late a response may have told of the end, in ms. */
const latency = 5_000;

/** 'Kedai jeda sampai 14.30': the first minute in which orders are taken, or when the shop opens next if it is shut by then. */
export function pauseInWords(until: number | undefined) {
  if (until === undefined) return 'Kedai sedang jeda';
  const end = new Date(Math.ceil((until - latency) / 60_000) * 60_000);
  const opens = startAt(end);
  return opens ? `Kedai tutup sampai ${opens}` : `Kedai jeda sampai ${clockOf(end)}`;
}

/** Says that the shop takes no orders now (decision W12). */
export function PauseLine() {
  const pause = usePause();
  return pause && <p className="notice warn">{`${pause} Keranjang Anda tetap tersimpan.`}</p>;
}
