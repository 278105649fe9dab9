/**
 * Many regions as one text: Indonesia's first three levels are 39 KB of it, all villages 343 KB (brotli).
 *
 * The first line contains the number of lines that follow, so that a truncated pack is detected. Each line has a parent's
 * code (empty for the provinces) and its regions' names, separated by tabs. The last part of a region's code precedes its
 * name only where it is not the previous region's plus one. `31⇥71=Kota Jakarta Pusat⇥Kota Jakarta Utara` means 31.71
 * and 31.72.
 */
import type { Region } from './contract.ts';

const heading = 'kedai-regions';

/** Regions must be sorted by parent. Throws a `RangeError` for a region that the format cannot express. */
export function packed(regions: readonly (Region & { parent: string })[]): string {
  const lines: string[] = [];
  let line: { parent: string; last: string; fields: string[] } | undefined;
  for (const { kode, nama, parent } of regions) {
    if (line?.parent !== parent) {
      if (line) lines.push(line.fields.join('\t'));
      line = { parent, last: '', fields: [parent] };
    }
    const part = parent === '' ? kode : kode.slice(parent.length + 1);
    if (codeOf(parent, part) !== kode || /[\t\n\r=]/.test(part + nama)) throw new RangeError(`Region ${kode}: ${nama}`);
    line.fields.push(part === after(line.last) ? nama : `${part}=${nama}`);
    line.last = part;
  }
  if (line) lines.push(line.fields.join('\t'));
  return `${[`${heading} ${lines.length}`, ...lines].join('\n')}\n`;
}

export function below(pack: string, parent: string): Region[] {
  const start = pack.indexOf(`\n${parent}\t`);
  if (start < 0) return [];
  const [, ...fields] = pack.slice(start + 1, pack.indexOf('\n', start + 1)).split('\t');
  let part = '';
  return fields.map((field) => {
    const [, named, nama = ''] = /^(?:([^=]*)=)?(.*)$/s.exec(field) ?? [];
    part = named ?? after(part);
    return { kode: codeOf(parent, part), nama };
  });
}

export function isPack(text: string): boolean {
  const [, lines] = /^kedai-regions (\d+)\n/.exec(text) ?? [];
  return lines !== undefined && text.endsWith('\n') && text.split('\n').length === Number(lines) + 2;
}

const codeOf = (parent: string, part: string) => (parent === '' ? part : `${parent}.${part}`);

/** Padded to the same width; empty if `part` is no number. */
const after = (part: string) => (/^\d+$/.test(part) ? `${Number(part) + 1}`.padStart(part.length, '0') : '');
