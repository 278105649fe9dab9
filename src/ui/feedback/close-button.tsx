import { Icon } from '../../../design/icon.tsx';

/** The cross that closes a card, a message or a dialog. */
export const CloseButton = ({ close, className = 'icon' }: { close: () => void; className?: string }) => (
  <button type="button" className={className} aria-label="Tutup" onClick={close}>
    <Icon name="close" />
  </button>
);
