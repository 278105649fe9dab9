import type { ComponentProps } from 'react';

/** A button that begins work. Meanwhile it hears nothing, but is not disabled: whoever pressed it would lose their place. */
export function WorkButton({
  working,
  onClick,
  ...others
}: ComponentProps<'button'> & { working: boolean; onClick: () => void }) {
  return <button type="button" aria-disabled={working} onClick={working ? undefined : onClick} {...others} />;
}
