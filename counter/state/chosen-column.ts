import { atom } from 'jotai';
import type { Column } from './board.ts';

/** The column that a phone shows: one at a time. */
export const chosenColumnAtom = atom<Column>('new');
