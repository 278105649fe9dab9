import { useMemo } from 'react';
import { encode, renderSVG } from 'uqr';
import { qrisFee, qrisMerchant, qrisWithAmount } from '#core/qris';
import { rupiah } from '#core/rupiah';
import { Icon } from '../../../design/icon.tsx';
import { Fact } from './fact.tsx';
import style from './qris-code.module.css';

/** With the quiet zone of ISO/IEC 18004. */
const drawing = { ecc: 'M', border: 4 } as const;

/** The size of a module of the saved picture, in pixels. */
const modulePixels = 12;

/**
 * The shop's QRIS code with an order's amount, drawn on the device (decision O10). It says what the payment app must show, and never that
 * the order is paid.
 */
export function QrisCode({ text, amount, number }: { text: string; amount: number; number: string }) {
  const code = qrisWithAmount(text, amount);
  const fee = qrisFee(text);
  const svg = useMemo(() => `data:image/svg+xml,${encodeURIComponent(renderSVG(code, drawing))}`, [code]);
  const png = useMemo(() => pngOf(code), [code]);

  return (
    <figure className={`stack columns gap-4 wide ${style.figure}`}>
      <div className={style.code}>
        <img src={svg} alt={`Kode QRIS untuk ${rupiah(amount)}`} width={280} height={280} className="fluid" />
      </div>
      <figcaption className="stack start">
        <p>Pindai dengan aplikasi bank atau dompet digital Anda, lalu cocokkan:</p>
        <dl className="stack gap-2 facts">
          <Fact name="Nama">{qrisMerchant(text)}</Fact>
          <Fact name="Jumlah">{fee ? `${rupiah(amount)} ditambah ${fee}` : rupiah(amount)}</Fact>
        </dl>
        {png && (
          <a href={png} download={`QRIS ${number}.png`} className="secondary">
            <Icon name="download" size={20} /> Simpan gambar
          </a>
        )}
      </figcaption>
    </figure>
  );
}

/** The code as a PNG, which other apps can open; undefined in a browser that forbids canvas. */
function pngOf(code: string) {
  const { data, size } = encode(code, drawing);
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = size * modulePixels;
  const context = canvas.getContext('2d');
  if (!context) return undefined;
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = '#000';
  for (const [y, row] of data.entries())
    for (const [x, isDark] of row.entries())
      if (isDark) context.fillRect(x * modulePixels, y * modulePixels, modulePixels, modulePixels);
  return canvas.toDataURL();
}
