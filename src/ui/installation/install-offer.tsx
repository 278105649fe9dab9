import { useAtomValue, useSetAtom } from 'jotai';
import { type ReactNode, useState } from 'react';
import { shop } from '#core/shop';
import { Dialog } from '../../../design/dialog.tsx';
import { Icon, type IconName } from '../../../design/icon.tsx';
import { Sprite } from '../../../design/sprite.tsx';
import {
  installAtom,
  installOfferAtom,
  restInstallOfferAtom,
  wayToInstallAtom,
} from '../../state/installation/install.ts';
import { useDialogEntry } from '../frame/location.ts';
import style from './install-offer.module.css';

/**
 * Offers to install the shop; rendered where a visitor has seen the menu already, and not for weeks after an answer.
 */
export function InstallOffer() {
  const way = useAtomValue(installOfferAtom);
  const rest = useSetAtom(restInstallOfferAtom);
  if (!way) return null;

  return (
    <aside aria-labelledby="install-offer" className={`row wrap box rounded ${style.offer}`}>
      <Sprite name="logo" size={64} />
      <div className={style.words}>
        <h2 id="install-offer">Simpan {shop.shortTitle} di layar utama</h2>
        <p className="soft">Satu ketukan ke menu, juga saat tidak ada internet. Tanpa toko aplikasi.</p>
      </div>
      <div className="wrap gap-2">
        <InstallButton />
        <button type="button" className="quiet" onClick={() => void rest()}>
          Nanti saja
        </button>
      </div>
    </aside>
  );
}

/** Installs the shop, or shows the steps; renders nothing if it cannot be installed or is installed already. */
export function InstallButton() {
  const way = useAtomValue(wayToInstallAtom);
  const install = useSetAtom(installAtom);
  const [guiding, setGuiding] = useState(false);
  if (!way) return null;

  return (
    <>
      <button type="button" className="primary" onClick={() => (way === 'ios' ? setGuiding(true) : void install())}>
        <Icon name="download" size={20} />
        <span>{way === 'ios' ? 'Lihat caranya' : 'Pasang aplikasi'}</span>
      </button>
      {guiding && <Guide close={() => setGuiding(false)} />}
    </>
  );
}

/** iOS has no install prompt: three steps, with the icons of iOS. */
function Guide({ close }: { close: () => void }) {
  const rest = useSetAtom(restInstallOfferAtom);
  useDialogEntry(close);

  return (
    <Dialog name="#install-guide" close={close}>
      <div className="stack gap-4 padded">
        <h2 id="install-guide">Simpan di layar utama</h2>
        <ol className="stack gap-4 numbered">
          <Step icon="share" drawn="Bagikan">
            Ketuk <strong>Bagikan</strong> di bilah browser.
          </Step>
          <Step icon="add-square" drawn="Tambah ke Layar Utama">
            Gulir, lalu pilih <strong>Tambah ke Layar Utama</strong>.
          </Step>
          <Step icon="check" drawn="Tambah">
            Ketuk <strong>Tambah</strong>. {shop.shortTitle} ada di antara aplikasi Anda.
          </Step>
        </ol>
        <p className="soft small">
          Masuk ke akun sebaiknya setelah itu: aplikasi di layar utama punya ingatannya sendiri.
        </p>
        <div className="wrap gap-2">
          <button type="button" className="quiet" onClick={close}>
            Tutup
          </button>
          <button
            type="button"
            className="primary"
            onClick={() => {
              close();
              void rest();
            }}
          >
            Sudah
          </button>
        </div>
      </div>
    </Dialog>
  );
}

function Step({ icon, drawn, children }: { icon: IconName; drawn: string; children: ReactNode }) {
  return (
    <li>
      <span className="row apart notice crema" aria-hidden="true">
        <span>{drawn}</span>
        <Icon name={icon} size={20} />
      </span>
      <span>{children}</span>
    </li>
  );
}
