import { useAtomValue, useStore } from 'jotai';
import { type ReactNode, useEffect, useRef } from 'react';
import { shop } from '#core/shop';
import { Icon, type IconName } from '../../design/icon.tsx';
import { Messages } from '../../design/messages.tsx';
import { Sprite } from '../../design/sprite.tsx';
import { soundAtom, switchSound } from '../state/bell.ts';
import { newOrdersAtom } from '../state/board.ts';
import { connectionAtom } from '../state/live.ts';
import { isOwnerAtom } from '../state/session.ts';
import { BoardView } from './board-view.tsx';
import { ConnectionBar, StorageBar } from './connection-bar.tsx';
import style from './frame.module.css';
import { addressOf, useFragment, useView, type View } from './location.ts';
import { MenuView } from './menu-view.tsx';
import { MoreMenu } from './more-menu.tsx';
import { NewOrders } from './new-orders-button.tsx';
import { OrderListView } from './order-list-view.tsx';
import { OrderMenu } from './order-menu.tsx';
import { PauseSwitch } from './pause-switch.tsx';
import { OpenQuestion } from './sheet.tsx';
import { StaffView } from './staff-view.tsx';
import { Ticket } from './ticket.tsx';
import { TillView } from './till-view.tsx';
import { TodayView } from './today-view.tsx';

const contents: Record<View, ReactNode> = {
  '': <BoardView />,
  menu: <MenuView />,
  'hari-ini': <TodayView />,
  lama: <OrderListView of="older" />,
  selesai: <OrderListView of="finished" />,
  staf: <StaffView />,
  baru: <TillView />,
};

/** What a barista does not see (decision W14). */
const ownersViews: readonly View[] = ['hari-ini', 'staf'];

/** The counter of a device that is signed in. */
export function Frame() {
  const fragment = useFragment();
  const asked = useView();
  const isOwner = useAtomValue(isOwnerAtom);
  const view = isOwner || !ownersViews.includes(asked) ? asked : '';
  const isOld = useAtomValue(connectionAtom) !== 'live';
  useTitle();

  return (
    <div className={isOld ? `${style.frame} ${style.old}` : style.frame}>
      <header className={style.header}>
        <p className={`row gap-2 large heavy nowrap ${style.brand}`}>
          <Sprite name="logo" size={36} />
          <span className="from-30em">Kasir</span>
        </p>
        <Navigation view={view} />
        <div className={`row gap-2 ${style.tools}`}>
          <PauseSwitch />
          <SoundSwitch />
          <MoreMenu view={view} />
        </div>
      </header>
      <main key={view === 'baru' ? view : fragment} className={style.main}>
        {contents[view]}
        <OpenQuestion />
      </main>
      <div className={style.strip}>
        <StorageBar />
        <ConnectionBar view={view} />
        <NewOrders />
        <Messages className={style.messages} />
      </div>
      <OrderMenu />
      <Ticket />
    </div>
  );
}

const destinations: [View, string, IconName][] = [
  ['', 'Pesanan', 'orders'],
  ['baru', 'Pesanan baru', 'plus'],
  ['menu', 'Menu', 'menu'],
  ['hari-ini', 'Hari ini', 'dashboard'],
];

/** The views that have no tab of their own, and whose they are. */
const parents: Partial<Record<View, View>> = { selesai: '', lama: '' };

function Navigation({ view }: { view: View }) {
  const isOwner = useAtomValue(isOwnerAtom);

  return (
    <nav aria-label="Kasir" className={`row gap-1 ${style.navigation}`}>
      {destinations
        .filter(([to]) => isOwner || !ownersViews.includes(to))
        .map(([to, name, icon]) => (
          <a
            key={to}
            href={addressOf(to)}
            aria-current={view === to ? 'page' : parents[view] === to || undefined}
            className={`tap bold plain ${style.destination}`}
          >
            <Icon name={icon} />
            <span className="from-18em">{name}</span>
          </a>
        ))}
    </nav>
  );
}

const soundWords = { on: 'nyala', locked: 'sentuh layar dulu', off: 'mati' };
const soundTones = { on: '', locked: 'warn', off: 'bad' };

/** Whether this counter rings. After a reload no browser lets it before the page was touched, and it says so. */
function SoundSwitch() {
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
      className={`tap gap-1 bold tool chip ${soundTones[sound]}`}
      onPointerDown={begin}
      onKeyDown={begin}
      onClick={() => {
        if (!isFirstTouch.current) switchSound(store, !isOn);
        isFirstTouch.current = false;
      }}
    >
      <Icon name={sound === 'on' ? 'bell' : 'bell-off'} size={20} />
      <span className="from-30em from-75em">{`Bunyi: ${soundWords[sound]}`}</span>
    </button>
  );
}

/** Counts the new orders in the title of the tab. */
function useTitle() {
  const count = useAtomValue(newOrdersAtom).size;
  useEffect(() => {
    document.title = `${count > 0 ? `(${count}) ` : ''}Kasir · ${shop.shortTitle}`;
  }, [count]);
}
