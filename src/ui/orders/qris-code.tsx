import { toDataURL, toString as toSvg } from 'qrcode';
import { useEffect, useState } from 'react';
import { qrisMerchant, qrisWithAmount } from '#core/qris';
import { rupiah } from '#core/rupiah';
import button from '../design/button.module.css';
import { Icon } from '../design/icon.tsx';
import style from './qris-code.module.css';

/** As payment apps expect it: dark on light in both themes, with the quiet zone of ISO/IEC 18004. */
const drawing = { errorCorrectionLevel: 'M', margin: 4 } as const;

/**
 * The shop's QRIS code with an order's amount, drawn on the device (decision O10). It says what the payment app must show, and never that
 * the order is paid.
 */
export function QrisCode({ text, amount, number }: { text: string; amount: number; number: string }) {
  const code = qrisWithAmount(text, amount);
  const picture = usePicture(code);

  return (
    <figure className={style.figure}>
      <div className={style.code}>
        {picture?.svg && <img src={picture.svg} alt={`Kode QRIS untuk ${rupiah(amount)}`} width={280} height={280} />}
      </div>
      <figcaption>
        <p>Pindai dengan aplikasi bank atau dompet digital Anda, lalu cocokkan:</p>
        <dl className={style.facts}>
          <div>
            <dt>Nama</dt>
            <dd>{qrisMerchant(text)}</dd>
          </div>
          <div>
            <dt>Jumlah</dt>
            <dd>{rupiah(amount)}</dd>
          </div>
        </dl>
        {picture?.png && (
          <a href={picture.png} download={`QRIS ${number}.png`} className={button.secondary}>
            <Icon name="download" size={20} /> Simpan gambar
          </a>
        )}
      </figcaption>
    </figure>
  );
}

/** Two forms of the code: one that is sharp at each size, and one that other apps can open. */
function usePicture(code: string) {
  const [picture, setPicture] = useState<Awaited<ReturnType<typeof draw>>>();

  useEffect(() => {
    let isCurrent = true;
    void draw(code).then((drawn) => isCurrent && setPicture(drawn));
    return () => {
      isCurrent = false;
    };
  }, [code]);

  return picture;
}

const draw = async (code: string) => ({
  svg: `data:image/svg+xml,${encodeURIComponent(await toSvg(code, { ...drawing, type: 'svg' }))}`,
  // A browser that forbids canvas shows the code all the same.
  png: await toDataURL(code, { ...drawing, scale: 12 }).catch(() => undefined),
});
