import { useAtomValue, useStore } from 'jotai';
import { useState } from 'react';
import { guidePath } from '#core/counter-pages';
import { Icon, IconButton, type IconName } from '../../design/icon.tsx';
import { pendingNumbersAtom } from '../state/changes.ts';
import { isOwnerAtom, sessionAtom, signOut } from '../state/session.ts';
import { draftAtom } from '../state/till-draft.ts';
import { addressOf, type View } from './location.ts';
import style from './more-menu.module.css';
import { confirmed, Sheet } from './sheet.tsx';

/** The screen for customers, the guide, and the way out. */
export function MoreMenu({ view }: { view: View }) {
  const store = useStore();
  const isOwner = useAtomValue(isOwnerAtom);
  const name = useAtomValue(sessionAtom)?.staff.name ?? '';
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);

  async function leave() {
    close();
    const detail = (
      <>
        <p>Untuk masuk lagi perlu tautan baru dari pemilik.</p>
        <Unsent />
      </>
    );
    const title = 'Keluar dari perangkat ini?';
    if (await confirmed(store, { title, detail, yes: 'Ya, keluar' })) await signOut(store);
  }

  const link = (text: string, icon: IconName, href: string, target?: '_blank') => (
    <a href={href} target={target} rel="noopener" className={style.destination} onClick={close}>
      <Icon name={icon} />
      {text}
    </a>
  );

  return (
    <>
      <IconButton
        icon="user"
        label={`Perangkat ${name}`}
        aria-haspopup="dialog"
        aria-current={view === 'staf' || undefined}
        className="tool"
        onClick={() => setIsOpen(true)}
      />
      {isOpen && (
        <Sheet title={`Perangkat ${name}`} close={close}>
          <nav aria-label="Lainnya" className="ruled">
            {isOwner && link('Staf', 'user', addressOf('staf'))}
            {link('Layar pesanan', 'screen', '/counter/screen', '_blank')}
            {link('Panduan', 'book', guidePath, '_blank')}
          </nav>
          <button type="button" className={`error ${style.destination}`} onClick={() => void leave()}>
            <Icon name="log-out" />
            Keluar dari perangkat ini
          </button>
        </Sheet>
      )}
    </>
  );
}

/** What is lost when the member of staff leaves this device. */
export function Unsent() {
  const unsent = useAtomValue(pendingNumbersAtom).size;
  const { lines } = useAtomValue(draftAtom);

  return (
    <>
      {unsent > 0 && <p>{`${unsent} pesanan punya perubahan yang belum terkirim; itu akan hilang.`}</p>}
      {lines.length > 0 && <p>Pesanan baru yang belum dikirim akan hilang.</p>}
    </>
  );
}
