import type { ReactNode } from 'react';
import { InlineError } from '../feedback/empty-state.tsx';
import style from './choice-card.module.css';

interface ChoiceCardProps {
  group: string;
  value: string;
  chosen: boolean;
  choose: (value: string) => void;
  children: ReactNode;
}

/** One choice of several as a card; a native radio button, so that arrow keys and screen readers work. */
export function ChoiceCard({ group, value, chosen, choose, children }: ChoiceCardProps) {
  return (
    <label className={`row anywhere box hover-edge ringed ${style.card}`}>
      <input
        type="radio"
        name={group}
        value={value}
        checked={chosen}
        className={style.radio}
        onChange={() => choose(value)}
      />
      {children}
    </label>
  );
}

interface ChoicesProps {
  name: string;
  id: string;
  error?: ReactNode;
  children: ReactNode;
}

/** A question with its choices; an `error` is shown next to it and announced. */
export function Choices({ name, id, error, children }: ChoicesProps) {
  return (
    <div
      id={id}
      role="radiogroup"
      aria-label={name}
      aria-required="true"
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${id}-error` : undefined}
      className={`stack gap-5 ${style.choices}`}
    >
      {error && <InlineError id={`${id}-error`}>{error}</InlineError>}
      {children}
    </div>
  );
}
