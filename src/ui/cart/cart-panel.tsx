import { Dialog } from '../../../design/dialog.tsx';
import { CloseButton } from '../feedback/close-button.tsx';
import { lazyPart } from '../frame/loaded-part.tsx';
import style from './cart-panel.module.css';

const CartPanelContent = lazyPart(async () => (await import('./cart-panel-content.tsx')).CartPanelContent);

/** The cart as a drawer over any screen (specification §2). */
export function CartPanel({ close }: { close: () => void }) {
  return (
    <Dialog name="Keranjang" className={style.panel} close={close}>
      <div className={style.content}>
        <CloseButton className={`icon corner ${style.close}`} close={close} />
        <CartPanelContent />
      </div>
    </Dialog>
  );
}
