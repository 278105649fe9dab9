import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { type ReactNode, useId, useState } from 'react';
import { grouped } from '#core/rupiah';
import { Dialog } from '../../../design/dialog.tsx';
import { Icon } from '../../../design/icon.tsx';
import { sessionAtom } from '../../state/account/session.ts';
import { cartCountAtom } from '../../state/cart/cart.ts';
import { refreshMenuAtom } from '../../state/catalogue/catalogue.ts';
import { pendingOrdersAtom } from '../../state/checkout/stored-orders.ts';
import { type Connection, checkConnectionAtom, connectionAtom } from '../../state/connection/connection.ts';
import { type Holdings, holdingsAtom, persistAtom } from '../../state/storage/storage.ts';
import { deviceKeepsAtom } from '../../state/storage/stored-atom.ts';
import { asOf } from '../feedback/clock.ts';
import { CloseButton } from '../feedback/close-button.tsx';
import { WorkButton } from '../forms/work-button.tsx';
import { InstallButton } from '../installation/install-offer.tsx';
import style from './storage-panel.module.css';

/** The connection, and what this device stores of the shop (decision S4). */
export function StoragePanel({ close }: { close: () => void }) {
  return (
    <Dialog name="Sinyal dan data di HP" className={style.panel} close={close}>
      <div className="stack gap-5 padded">
        <CloseButton className="icon corner" close={close} />
        <Connected />
        <OnThisDevice />
        <TechnicalDetails />
      </div>
    </Dialog>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();

  return (
    <section aria-labelledby={id} className={`stack gap-2 start ${style.part}`}>
      <h2 id={id} className={style.title}>
        {title}
      </h2>
      {children}
    </section>
  );
}

const sentences: Record<Connection, string> = {
  unknown: 'Kedai belum ditanya sejak halaman ini dibuka.',
  online: 'Kedai menjawab. Semuanya berjalan seperti biasa.',
  slow: 'Kedai menjawab, tetapi lambat. Yang sudah tersimpan di HP langsung tampil.',
  'no-internet':
    'Jaringan tersambung, tetapi kedai tidak menjawab. Menu dan keranjang tetap bisa dipakai; yang menunggu dikirim sendiri begitu kedai menjawab.',
  offline:
    'Tidak ada jaringan. Menu dan keranjang tetap bisa dipakai; yang menunggu dikirim sendiri begitu tersambung lagi.',
  portal:
    'Jaringan ini menjawab dengan halamannya sendiri. Buka browser, masuk ke jaringannya, lalu kembali ke sini. Belum ada yang dikirim.',
};

function Connected() {
  const connection = useAtomValue(connectionAtom);
  const check = useSetAtom(checkConnectionAtom);
  const [checking, setChecking] = useState(false);

  return (
    <Part title="Koneksi">
      <p role="status">{checking ? 'Menanyakan kedai . . .' : sentences[connection]}</p>
      <WorkButton
        className="quiet flush"
        onClick={async () => {
          setChecking(true);
          await check();
          setChecking(false);
        }}
      >
        <Icon name="refresh" size={18} /> Periksa lagi
      </WorkButton>
    </Part>
  );
}

function OnThisDevice() {
  const [{ data }, readAgain] = useAtom(holdingsAtom);
  const session = useAtomValue(sessionAtom);
  const inCart = useAtomValue(cartCountAtom);
  const waiting = useAtomValue(pendingOrdersAtom).length;

  return (
    <Part title="Tersimpan di perangkat ini">
      <dl className="stack gap-2 wide">
        <Holding name="Menu" size={data?.cached?.menu.bytes}>
          {data && menuWords(data)}
        </Holding>
        <Holding name="Foto" size={data?.cached?.pictures.bytes}>
          {data && countWords(data.cached?.pictures.count, 'foto')}
        </Holding>
        <Holding name="Alamat" size={data?.cached?.regions.bytes}>
          {data && addressWords(data, session !== null)}
        </Holding>
        <Holding name="Keranjang">
          {session ? (inCart > 0 ? `${grouped(inCart)} barang` : 'kosong') : 'belum masuk'}
        </Holding>
        <Holding name="Pesanan menunggu">
          {session ? (waiting > 0 ? `${waiting} pesanan` : 'tidak ada') : 'belum masuk'}
        </Holding>
        {session && data && <Holding name="Riwayat">{`${data.own.orders} pesanan`}</Holding>}
      </dl>
      <RefreshMenu readAgain={() => void readAgain()} />
      <InstallButton />
    </Part>
  );
}

function Holding({ name, size, children }: { name: string; size?: number | undefined; children: ReactNode }) {
  return (
    <div className={`row wrap flat ${style.holding}`}>
      <dt className="soft">{name}</dt>
      <dd>{children || '…'}</dd>
      <dd className="soft small figure nowrap">{size ? bytes(size) : ''}</dd>
    </div>
  );
}

function menuWords({ cached }: Holdings) {
  const { products = 0, since } = cached?.menu ?? {};
  return since === undefined
    ? countWords(cached?.menu.products, 'produk')
    : `${grouped(products)} produk, ${asOf(since)}`;
}

const countWords = (count: number | undefined, what: string) =>
  count === undefined ? unreadable : count > 0 ? `${grouped(count)} ${what}` : 'belum tersimpan';

/** The customer's own addresses, and the regions for new ones: without a count, which may be one pack or a thousand responses. */
function addressWords({ cached, own }: Holdings, isCustomer: boolean) {
  const regions = cached?.regions.count ? 'daftar wilayah' : '';
  return [isCustomer && `${own.addresses} alamat`, regions].filter(Boolean).join(', ') || countWords(0, '');
}

const unreadable = 'tidak bisa disimpan';

/** '1,2 MB'. */
function bytes(size: number): string {
  const [unit, name] = size >= 1e9 ? [1e9, 'GB'] : size >= 1e6 ? [1e6, 'MB'] : [1e3, 'KB'];
  return `${String(Math.round((size / unit) * 10) / 10).replace('.', ',')} ${name}`;
}

/** Reloads the menu from the shop, and shows the outcome. */
function RefreshMenu({ readAgain }: { readAgain: () => void }) {
  const refresh = useSetAtom(refreshMenuAtom);
  const [outcome, setOutcome] = useState('');

  const refreshMenu = async () => {
    setOutcome('Menanyakan kedai . . .');
    const count = await refresh();
    setOutcome(
      count === undefined
        ? 'Kedai belum menjawab. Menu yang tersimpan tetap bisa dipakai.'
        : `Menu sudah yang terbaru, ${count} produk.`,
    );
    readAgain();
  };

  return (
    <div className="row wrap wide">
      <WorkButton className="secondary" onClick={refreshMenu}>
        <Icon name="refresh" size={18} /> Perbarui menu
      </WorkButton>
      <p role="status" className={style.outcome}>
        {outcome}
      </p>
    </div>
  );
}

/** What few customers ask about, in the words of those who do. */
function TechnicalDetails() {
  const { data } = useAtomValue(holdingsAtom);
  const keeps = useAtomValue(deviceKeepsAtom);
  const persist = useSetAtom(persistAtom);
  const [refused, setRefused] = useState(false);

  return (
    <>
      {!keeps && <p role="status">{storageUnavailable}</p>}
      <details className={style.details}>
        <summary className="soft bold">Rincian</summary>
        <dl className="stack gap-2 wide">
          <Holding name="Ruang" size={data?.usage}>
            {data && (data.usage === undefined ? 'browser ini tidak memberi tahu' : 'terpakai')}
          </Holding>
        </dl>
        {keeps && <p role="status">{safetyWords(data?.persisted, refused)}</p>}
        {keeps && data?.persisted === false && (
          <button type="button" className="secondary" onClick={async () => setRefused(!(await persist()))}>
            <Icon name="check" size={18} /> Jaga penyimpanan
          </button>
        )}
      </details>
    </>
  );
}

const storageUnavailable =
  'Penyimpanan di perangkat ini tidak bisa dipakai: semuanya hanya bertahan selama halaman ini terbuka.';

function safetyWords(persisted: boolean | undefined, refused: boolean) {
  if (persisted) return 'Dijaga: browser tidak menghapusnya sendiri, juga saat ruang penyimpanan menipis.';
  if (refused)
    return 'Browser belum mengizinkan. Biasanya ia mengizinkan setelah aplikasinya dipasang atau sering dibuka.';
  if (persisted === false) return 'Browser boleh menghapusnya kalau ruang penyimpanan perangkat menipis.';
  return 'Browser ini tidak memberi tahu apakah ia menjaganya.';
}
