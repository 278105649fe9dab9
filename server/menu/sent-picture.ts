/** A picture that an owner sends from the counter (decision W15). */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Semaphore } from '../semaphore.ts';
import type { MadePicture } from './make-picture.ts';
import { PictureError } from './pictures.ts';
import { storePicture } from './store-picture.ts';

/** What the process that decodes a picture says; `refusal` as in a `PictureError`. */
export type PictureReply = { picture: MadePicture } | { refusal: string };

const program = fileURLToPath(new URL('./picture-process.ts', import.meta.url));
const maxMs = 20_000;
/** One at a time: each may take as much memory as the shop. */
const turn = new Semaphore(1);

/** Stores a product's picture in `folder`, and resolves with the name for its `image_url`. Throws a `PictureError`. */
export async function storeSentPicture(folder: string, bytes: Buffer): Promise<string> {
  const reply = await turn.run(() => replyTo(bytes));
  if ('refusal' in reply) throw new PictureError(reply.refusal);
  const { name, files } = reply.picture;
  await storePicture(
    folder,
    'products',
    files.map((file) => ({ name: file.name, bytes: Buffer.from(file.bytes) })),
  );
  return name;
}

/** Without the shop's secrets. A process that ends without a word was killed by what it decoded. */
async function replyTo(bytes: Buffer): Promise<PictureReply> {
  const decoder = fork(program, {
    env: {},
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    timeout: maxMs,
    killSignal: 'SIGKILL',
  });
  let reply: PictureReply = { refusal: 'bukan gambar yang bisa dibaca, atau rusak' };
  decoder.on('message', (said: PictureReply) => {
    reply = said;
  });
  decoder.send(bytes);
  await once(decoder, 'exit');
  return reply;
}
