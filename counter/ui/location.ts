/** The counter's address: its path says which page it is, its fragment the view or the invitation. */
import { useMemo, useSyncExternalStore } from 'react';
import type { Editing } from '../state/api.ts';

/** Whether this is the screen for the shop's customers. */
export const isCallDisplay = () => /\/screen\/?$/.test(location.pathname);

function followFragment(listener: () => void) {
  addEventListener('hashchange', listener);
  return () => removeEventListener('hashchange', listener);
}

/** The fragment of the address, without '#'. */
export const useFragment = () => useSyncExternalStore(followFragment, () => location.hash.slice(1));

const invitationMark = 'undangan=';

/** The secret of the invitation in the address; undefined when there is none. */
export function useInvitation() {
  const fragment = useFragment();
  return fragment.startsWith(invitationMark) ? fragment.slice(invitationMark.length) : undefined;
}

/** The link of an invitation: no preview robot and no proxy's log gets a fragment (decision W6). */
export const invitationLink = (secret: string) => `${location.origin}/counter#${invitationMark}${secret}`;

/** Removes the fragment from the address, without a way back to it. */
export function removeFragment() {
  history.replaceState(null, '', location.pathname);
  dispatchEvent(new Event('hashchange'));
}

const views = ['', 'menu', 'hari-ini', 'lama', 'selesai', 'staf', 'baru'] as const;
export type View = (typeof views)[number];

/** The view that is open; the board for an unknown one. */
export function useView(): View {
  const [fragment] = useFragment().split('?');
  return views.find((view) => view === fragment) ?? '';
}

/** The address of a view. */
export const addressOf = (view: View) => `#${view}`;

const partNames = { products: 'produk', groups: 'pilihan' } as const;

function editingIn(fragment: string): Editing | undefined {
  const [, search] = fragment.split('?');
  const parameters = new URLSearchParams(search);
  const part = (['products', 'groups'] as const).find((one) => parameters.has(partNames[one]));
  return part && { part, id: parameters.get(partNames[part]) || undefined };
}

/** The form that is open. */
export function useEditing() {
  const fragment = useFragment();
  return useMemo(() => editingIn(fragment), [fragment]);
}

/** The address of a form. */
export const formAddress = ({ part, id = '' }: Editing) => `#menu?${new URLSearchParams({ [partNames[part]]: id })}`;

/** Goes from a form, if it is still open, to the menu. */
export function leaveForm({ part, id }: Editing) {
  const open = editingIn(location.hash.slice(1));
  if (open?.part === part && open.id === id) returnTo('menu');
}

/** Goes back to a view, where it was before what is open now, so that this is not left behind. */
function returnTo(view: View) {
  const before =
    'navigation' in globalThis ? navigation.entries()[(navigation.currentEntry?.index ?? 0) - 1]?.url : undefined;
  if (before?.endsWith(addressOf(view))) return history.back();
  history.replaceState(null, '', addressOf(view));
  dispatchEvent(new Event('hashchange'));
}

const tillOrder = `${addressOf('baru')}?pesanan`;

/** Whether the till shows the order, where it has no room for the products beside it. */
export const useIsOrderShown = () => `#${useFragment()}` === tillOrder;

export function showOrder() {
  if (location.hash === tillOrder) return;
  history.pushState(null, '', tillOrder);
  dispatchEvent(new Event('hashchange'));
}

/** Goes from the order at the till to the products, and then does what follows. */
export function leaveOrder(then?: () => void) {
  if (location.hash !== tillOrder) return then?.();
  if (then) addEventListener('hashchange', then, { once: true });
  returnTo('baru');
}
