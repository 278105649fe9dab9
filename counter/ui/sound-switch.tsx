import { useAtomValue, useStore } from 'jotai';
import { useRef } from 'react';
import { Icon } from '../../design/icon.tsx';
import { canRingAtom, isSoundOnAtom, switchSound } from '../state/bell.ts';
import style from './sound-switch.module.css';

/** Whether this counter rings. After a reload no browser lets it before the page was touched, and it says so. */
export function SoundSwitch() {
  const store = useStore();
  const isOn = useAtomValue(isSoundOnAtom);
  const canRing = useAtomValue(canRingAtom);
  /** The touch that lets the page ring must not switch that off. */
  const isFirstTouch = useRef(false);
  const begin = () => {
    isFirstTouch.current = isOn && !canRing;
  };
  const state = isOn ? (canRing ? 'nyala' : 'sentuh layar dulu') : 'mati';

  return (
    <button
      type="button"
      aria-pressed={isOn}
      data-state={isOn ? (canRing ? 'on' : 'locked') : 'off'}
      className={`tool ${style.switch}`}
      onPointerDown={begin}
      onKeyDown={begin}
      onClick={() => {
        if (!isFirstTouch.current) switchSound(store, !isOn);
        isFirstTouch.current = false;
      }}
    >
      <Icon name={isOn ? 'bell' : 'bell-off'} size={20} />
      <span className="from-30em from-75em">{`Bunyi: ${state}`}</span>
    </button>
  );
}
