/** The system calls of a server while it takes an order, in order. They show what a kill cannot: that data survives a power cut. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { available } from './missing-tools.ts';

const strace = ['/usr/bin/strace', '/usr/local/bin/strace', '/bin/strace'].find((path) => existsSync(path));
export const hasStrace = available(strace, 'no strace: what the kernel is asked to sync was not traced.');

interface SystemCall {
  /** `sync`: a file was synced; `answer`: a response was written. */
  kind: 'sync' | 'answer';
  line: string;
}

/** Traces these processes while `work` runs. Needs the right to trace them: root, or child processes where that is allowed. */
export async function traced(pids: readonly number[], file: string, work: () => Promise<void>): Promise<SystemCall[]> {
  const tracer = spawn(
    strace ?? 'strace',
    [
      ...['-f', '-y', '-s', '24', '-o', file],
      ...['-e', 'trace=fsync,fdatasync,write,writev,sendto,sendmsg'],
      ...pids.flatMap((pid) => ['-p', String(pid)]),
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let said = '';
  await new Promise<void>((resolve, reject) => {
    tracer.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if ((said.match(/attached/g)?.length ?? 0) >= pids.length) resolve();
    });
    tracer.once('exit', () => reject(new Error(`strace could not attach: ${said}`)));
  });
  await work();
  tracer.kill('SIGINT');
  await once(tracer, 'exit');
  const lines = (await readFile(file, 'utf8')).split('\n');
  /** By thread, the beginning of a sync that strace prints in two lines; it counts where it is resumed, but is named here. */
  const begun = new Map<string | undefined, string>();
  return lines.flatMap((line): SystemCall[] => {
    const [, thread] = /^(\d+)\s/.exec(line) ?? [];
    const [, beginning] = /^(.*\b(?:fsync|fdatasync)\(.*) <unfinished \.\.\.>$/.exec(line) ?? [];
    if (beginning) begun.set(thread, beginning);
    if (/\b(fsync|fdatasync)\(.*= 0$/.test(line)) return [{ kind: 'sync', line }];
    if (/<\.\.\. (fsync|fdatasync) resumed>.*= 0$/.test(line))
      return [{ kind: 'sync', line: `${begun.get(thread)}) = 0` }];
    if (/\b(write|writev|sendto|sendmsg)\(.*HTTP\/1\.1 201/.test(line)) return [{ kind: 'answer', line }];
    return [];
  });
}
