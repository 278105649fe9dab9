import type { ComponentProps } from 'react';

/** A button that begins work. While `working` it ignores presses, but is not disabled, so that it keeps the focus. */
export function WorkButton({
  working,
  onClick,
  ...others
}: ComponentProps<'button'> & { working: boolean; onClick: () => void }) {
  return <button type="button" aria-disabled={working} onClick={working ? undefined : onClick} {...others} />;
}
