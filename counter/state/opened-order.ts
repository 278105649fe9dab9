import { atom } from 'jotai';

/** The number of the order whose menu is open; also while its card moves to another column. */
export const openedOrderAtom = atom<string>();
