import { useAtomValue, useStore } from 'jotai';
import { useRef } from 'react';
import { soundAtom, switchSound } from '../state/bell.ts';
import { CounterIcon } from './counter-icon.tsx';

const words = { on: 'nyala', locked: 'sentuh layar dulu', off: 'mati' };
const tones = { on: '', locked: 'warn', off: 'bad' };

/** Whether this counter rings. After a reload no browser lets it before the page was touched, and it says so. */
export function SoundSwitch() {
  const store = useStore();
  const sound = useAtomValue(soundAtom);
  const isOn = sound !== 'off';
  /** The touch that lets the page ring must not switch that off. */
  const isFirstTouch = useRef(false);
  const begin = () => {
    isFirstTouch.current = sound === 'locked';
  };

  return (
    <button
      type="button"
      aria-pressed={isOn}
      className={`tap gap-1 bold tool chip ${tones[sound]}`}
      onPointerDown={begin}
      onKeyDown={begin}
      onClick={() => {
        if (!isFirstTouch.current) switchSound(store, !isOn);
        isFirstTouch.current = false;
      }}
    >
      <CounterIcon name={sound === 'on' ? 'bell' : 'bell-off'} size={20} />
      <span className="from-30em from-75em">{`Bunyi: ${words[sound]}`}</span>
    </button>
  );
}
