import { expect, test } from 'vitest';
import { Pacer } from '../../server/http/pacer.ts';

const nextTurn = () => new Promise((goOn) => setImmediate(goOn));

/** Asks for so many turns of each key at once; resolves with the keys that went on in each turn of the event loop. */
async function turnsOf(wanted: Record<string, number>, { perTurn }: { perTurn: number }) {
  const pacer = new Pacer(perTurn);
  const gone: string[] = [];
  let left = 0;
  for (const [key, times] of Object.entries(wanted)) {
    left += times;
    for (let i = 0; i < times; i++) void pacer.wait(key).then(() => gone.push(key));
  }
  const turns: string[] = [];
  for (; left > 0; left -= turns.at(-1)?.length ?? 0) {
    if (turns.length > 0) await nextTurn();
    // All work of this turn has gone on by then.
    await new Promise<void>((goOn) => process.nextTick(goOn));
    turns.push(gone.splice(0).join(''));
  }
  return turns;
}

test('work of one key goes on once in each turn of the event loop', async () => {
  expect(await turnsOf({ a: 3 }, { perTurn: 8 })).toEqual(['a', 'a', 'a']);
});

test('work of another key goes on beside it, and is not delayed by a flood', async () => {
  expect(await turnsOf({ a: 4, b: 1 }, { perTurn: 8 })).toEqual(['ab', 'a', 'a', 'a']);
});

test('keys go on in rotation when more of them wait than may go on in one turn', async () => {
  expect(await turnsOf({ a: 3, b: 2, c: 1 }, { perTurn: 2 })).toEqual(['ab', 'ab', 'ca']);
});

test('a key that comes back later goes on at once', async () => {
  const pacer = new Pacer(1);
  await pacer.wait('a');
  await nextTurn();
  await nextTurn();

  let wentOn = false;
  void pacer.wait('a').then(() => {
    wentOn = true;
  });
  await Promise.resolve();

  expect(wentOn).toBe(true);
});
