import { useAtomValue } from 'jotai';
import { useState } from 'react';
import type { CartItem } from '#core/contract';
import { keyOfLine, wholeNameOf } from '#core/line';
import { choicesAtom } from '../../state/catalogue/catalogue.ts';
import { lazyPart } from '../frame/loaded-part.tsx';
import style from './line-choices.module.css';

const ChangeLine = lazyPart(async () => (await import('./change-line.tsx')).ChangeLine);

/** A line as its controls are called: lines may differ in their notes alone. */
export const lineNameOf = (item: CartItem) => `${wholeNameOf(item)}${item.note ? ` “${item.note}”` : ''}`;

/** The way to change what was chosen of a line (decision M8); nothing where the shop has no options for it. */
export function ChangeLineButton({ item }: { item: CartItem }) {
  const [isOpen, setOpen] = useState(false);
  const canChange = useAtomValue(choicesAtom)?.options.has(item._id);

  return (
    <>
      {canChange && (
        <button
          type="button"
          className={`quiet accent ${style.change}`}
          aria-label={`Ubah ${lineNameOf(item)}`}
          data-line={keyOfLine(item)}
          onClick={() => setOpen(true)}
        >
          Ubah
        </button>
      )}
      {isOpen && <ChangeLine item={item} close={() => setOpen(false)} />}
    </>
  );
}

/** The choices of a line and its note. */
export function Chosen({ item: { choices, note } }: { item: Pick<CartItem, 'choices' | 'note'> }) {
  return (
    <>
      {choices && choices.length > 0 && (
        <p className="soft small anywhere">{choices.map(({ name }) => name.replaceAll(' ', '\u00a0')).join(', ')}</p>
      )}
      {note && <p className="small anywhere">{`“${note}”`}</p>}
    </>
  );
}
