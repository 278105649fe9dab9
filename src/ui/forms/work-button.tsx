import { type ComponentProps, useState } from 'react';
import { expectSecondTap } from '../../../design/dialog.tsx';

interface WorkButtonProps extends Omit<ComponentProps<'button'>, 'onClick'> {
  /** Whether the same work is done already, begun elsewhere. */
  working?: boolean;
  onClick: () => unknown;
}

/** A button that begins work. Until that is done it ignores presses, but is not disabled, so that it keeps the focus. */
export function WorkButton({ working = false, onClick, ...others }: WorkButtonProps) {
  const [isAtWork, setIsAtWork] = useState(false);
  const isBusy = working || isAtWork;

  const work = async () => {
    // Its end may put something else in this place.
    expectSecondTap();
    setIsAtWork(true);
    try {
      await onClick();
    } finally {
      setIsAtWork(false);
    }
  };
  return <button type="button" aria-disabled={isBusy} onClick={isBusy ? undefined : () => void work()} {...others} />;
}
