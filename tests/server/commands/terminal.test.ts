import { expect, onTestFinished, test, vi } from 'vitest';
import { describeSystemError } from '../../../server/commands/command-error.ts';
import { processTerminal } from '../../../server/commands/terminal.ts';

test.each([
  [{ code: 'SQLITE_FULL' }, 'There is no space left on the disk.'],
  [{ code: 'ENOSPC', syscall: 'write' }, 'There is no space left on the disk.'],
  [{ code: 'ENOSPC', path: 'usb/menu.csv' }, 'There is no space left for usb/menu.csv.'],
  [
    { code: 'EACCES', syscall: 'stat', path: 'usb' },
    'usb or its folder belongs to somebody else: this user may not open it.',
  ],
  [
    { code: 'SQLITE_READONLY_DIRECTORY' },
    'The data cannot be written: its disk, its folder or its file is closed to this user.',
  ],
  [{ code: 'SQLITE_BUSY' }, 'Another program keeps the data locked; try again later.'],
  [{ code: '55P03' }, 'Another program keeps the data locked; try again later.'],
  [{ code: 'SQLITE_CORRUPT' }, 'It could not be done: words of a machine.'],
  [{ code: '53300' }, 'It could not be done: words of a machine.'],
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
