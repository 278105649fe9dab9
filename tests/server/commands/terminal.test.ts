import stringWidth from 'string-width';
import { expect, onTestFinished, test, vi } from 'vitest';
import { describeSystemError } from '../../../server/commands/command.ts';
import { borderOf, processTerminal, shellQuoted, table } from '../../../server/commands/terminal.ts';

test.each([
  [{ code: 'SQLITE_FULL' }, 'Disknya penuh.'],
  [{ code: 'ENOSPC', syscall: 'write' }, 'Disknya penuh.'],
  [{ code: 'ENOSPC', path: 'usb/menu.csv' }, 'Tidak ada tempat lagi untuk usb/menu.csv.'],
  [
    { code: 'EACCES', syscall: 'stat', path: 'usb' },
    'usb atau foldernya milik pengguna lain: pengguna ini tidak boleh membukanya.',
  ],
  [
    { code: 'SQLITE_READONLY_DIRECTORY' },
    'Data tidak bisa ditulis: disk, folder, atau berkasnya tertutup bagi pengguna ini.',
  ],
  [{ code: 'SQLITE_BUSY' }, 'Program lain sedang memakai data; coba lagi nanti.'],
  [{ code: '55P03' }, 'Program lain sedang memakai data; coba lagi nanti.'],
  [{ code: 'SQLITE_IOERR_SHMSIZE' }, 'Disknya penuh.'],
  [{ code: 'SQLITE_CORRUPT' }, 'Datanya rusak, atau bukan data kedai.'],
  [{ code: '53300' }, 'Tidak berhasil: words of a machine.'],
  [{}, undefined],
])('a system error is reported as a sentence: %j', (facts, sentence) => {
  expect(describeSystemError(Object.assign(new Error('words of a machine'), facts))).toBe(sentence);
});

test.for([
  [true, ['\rPicture 1 of 2 …\x1b[K', '\r\x1b[K']],
  [false, []],
] as const)('progress is shown only on a terminal: %s', ([isTTY, lines]) => {
  const stderr = Object.assign(Object.create(process.stderr), { isTTY });
  const written: string[] = [];
  vi.spyOn(stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0);
  vi.spyOn(process, 'stderr', 'get').mockReturnValue(stderr);
  onTestFinished(() => void vi.restoreAllMocks());

  for (const text of ['Picture 1 of 2 …', '']) processTerminal.progress?.(text);

  expect(written).toEqual(lines);
});

test('columns stay aligned in every script', () => {
  const names = ['Kopi', 'ꦏꦥ꧃', '拿铁', '한국차', 'Café', '☕ Kopi', 'กาแฟ', 'نعناع'];

  const lines = table(
    ['Name', 'Price'],
    names.map((name) => [name, 'Rp1']),
  ).split('\n');

  const places = lines.map((line) => stringWidth(line.slice(0, line.search(/Rp1|Price/))));
  expect(new Set(places).size).toBe(1);
});

test('a table has as many rows as there are orders', () => {
  const rows = Array.from({ length: 130_000 }, (_, at) => [`${at}`]);

  expect(table(['Pesanan'], rows)).toMatch(/\n129999$/);
});

const shown = (text: string, asJson: boolean) => {
  const lines: string[] = [];
  const write = (line: string) => void lines.push(line);
  const border = borderOf({ say: write, warn: write }, asJson);
  border.say(text);
  border.warn(text);
  return lines;
};

/** Escape, C1, direction, invisible and line separators. */
const dangerous = 'a\x1b[2Jb\x9b31mc\u202ed\u200be\u2028f\rg\u{e0041}h';

test('B51: no command prints a character that acts on the terminal', () => {
  for (const line of shown(dangerous, false)) expect(line).toBe('a [2Jb 31mc d e f g h');
  expect(shown('one\ntwo', false)).toEqual(['one\ntwo', 'one\ntwo']);
});

test('B51: JSON for programs escapes them, and holds the same text', () => {
  for (const line of shown(JSON.stringify({ name: dangerous }), true)) {
    expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
    expect(JSON.parse(line)).toEqual({ name: dangerous });
  }
});

test.each([
  ['sari@example.com', 'sari@example.com'],
  ['`touch\x24{IFS}x`@x.co', "'`touch\x24{IFS}x`@x.co'"],
  ["o'hara;ls@x.co", "'o'\\''hara;ls@x.co'"],
  ['$(id)@x.co', "'$(id)@x.co'"],
  ['$HOME@x.co', "'$HOME@x.co'"],
  ['', "''"],
])('B52: an e-mail address is printed as a shell takes it literally: %s', (email, quoted) => {
  expect(shellQuoted(email)).toBe(quoted);
});
