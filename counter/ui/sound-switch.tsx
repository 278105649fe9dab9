import { useAtomValue, useStore } from 'jotai';
import { canRingAtom, isSoundOnAtom, switchSound } from '../state/bell.ts';
import style from './sound-switch.module.css';

/** Whether this counter rings. After a reload no browser lets it before the page was touched, and it says so. */
export function SoundSwitch() {
  const store = useStore();
  const isOn = useAtomValue(isSoundOnAtom);
  const canRing = useAtomValue(canRingAtom);
  const state = isOn ? (canRing ? 'nyala' : 'sentuh layar dulu') : 'mati';

  return (
    <button
      type="button"
      aria-pressed={isOn}
      data-state={isOn ? (canRing ? 'on' : 'locked') : 'off'}
      className={style.switch}
      onClick={() => {
        // The first touch only lets it ring.
        if (!isOn || canRing) switchSound(store, !isOn);
      }}
    >
      {`Bunyi: ${state}`}
    </button>
  );
}
