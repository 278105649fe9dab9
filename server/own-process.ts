/** Work in a process of its own: this one goes on answering, what the work needs ends with it, and what breaks takes nothing along. */
import { fork, type Serializable } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * Sends `request` to a program without the shop's secrets, which is ended once it has answered, or after `timeoutMs`. Undefined where it ends
 * without a word. Rejects when it cannot be started, and when `signal` says that it is not needed any more.
 */
export async function answerOf<Answer>(
  program: URL,
  request: Serializable,
  { timeoutMs, signal }: { timeoutMs: number; signal?: AbortSignal },
): Promise<Answer | undefined> {
  const child = fork(fileURLToPath(program), {
    serialization: 'advanced',
    env: {},
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
    ...(signal && { signal }),
  });
  try {
    return await new Promise<Answer | undefined>((resolve, reject) => {
      child.once('message', (message) => resolve(message as Answer));
      child.on('error', reject);
      child.once('exit', () => resolve(undefined));
      // One that cannot be told has ended.
      child.send(request, () => {});
    });
  } finally {
    child.kill('SIGKILL');
  }
}
