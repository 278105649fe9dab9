import { useAtomValue } from 'jotai';
import { menuAtom } from '../state/catalogue.ts';
import { connectionAtom } from '../state/connection.ts';

/** 'per 14.05' today, 'per 3 Nov 14.05' on any other day, on this device's clock; `since` in ms since 1970. */
export function asOf(since: number, now = new Date()): string {
  const moment = new Date(since);
  const time = new Intl.DateTimeFormat('id-ID', { hour: '2-digit', minute: '2-digit' }).format(moment);
  if (moment.toDateString() === now.toDateString()) return `per ${time}`;
  const day = new Intl.DateTimeFormat('id-ID', { day: 'numeric', month: 'short' }).format(moment);
  return `per ${day} ${time}`;
}

/** How old the menu is, while it is the device's own and the shop does not confirm it. */
export function MenuAge() {
  const { data, status } = useAtomValue(menuAtom);
  const connection = useAtomValue(connectionAtom);
  const confirmed = status !== 'error' && (connection === 'online' || connection === 'unknown');
  if (data?.keptSince === undefined || confirmed) return null;

  return <span> · Menu {asOf(data.keptSince)}, tersimpan di HP</span>;
}
