import { qrisFee } from '#core/qris';
import type { Shop } from '#core/shop-config';

/** One sentence for the owner whose QRIS code asks for more than an order costs; undefined when it does not. */
export function qrisWarning({ qris }: Pick<Shop, 'qris'>): string | undefined {
  const fee = qris && qrisFee(qris);
  if (!fee) return undefined;
  return `Kode QRIS di shop.config.json menambah ${fee} (objek 55 sampai 57): pelanggan diminta membayar lebih dari harga pesanan. Mintalah kode tanpa biaya dari penyedia QRIS.`;
}
