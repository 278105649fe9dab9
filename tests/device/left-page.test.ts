/** What a page that is left had begun: Safari freezes it together with the page, and everybody else waits for it. */
import { promisifyRequest } from 'idb-keyval';
import * as v from 'valibot';
import { beforeEach, expect, test, vi } from 'vitest';
import { StorageFailed } from '#device/disk';
import { change, read } from '#device/store';

const schema = { note: v.string() };

beforeEach(() => change(schema, () => ({ note: 'nothing yet' })));

/** The memory as somebody else has it who shares it, the worker for one. */
async function elsewhere() {
  const database = await promisifyRequest(indexedDB.open('kedai'));
  return database.transaction('keyval', 'readwrite').objectStore('keyval');
}

test('F29 a page that is left in the middle of a change holds up nobody, and makes it once it is shown again', async () => {
  let looked = 0;
  const changing = change(schema, ({ note }) => {
    if (++looked === 1) dispatchEvent(new Event('pagehide'));
    return { note: `${note}, and this page` };
  });
  await expect.poll(() => looked).toBe(1);

  await promisifyRequest((await elsewhere()).put('the worker', 'note'));
  dispatchEvent(new Event('pageshow'));

  await changing;
  expect(await read(schema)).toEqual({ note: 'the worker, and this page' });
});

test('F29 what is begun while a page is left waits until it is shown again', async () => {
  const decide = vi.fn(() => ({ note: 'this page' }));
  dispatchEvent(new Event('pagehide'));

  const changing = change(schema, decide);
  await promisifyRequest((await elsewhere()).put('the worker', 'note'));
  expect(decide).not.toHaveBeenCalled();
  dispatchEvent(new Event('pageshow'));

  await changing;
  expect(await read(schema)).toEqual({ note: 'this page' });
});

test('F28 a memory that opens and then says nothing is not waited for for ever, and has nothing of it afterwards', async () => {
  const store = await elsewhere();
  let frozen = true;
  const goOn = () => {
    if (frozen) store.get('note').onsuccess = goOn;
  };
  goOn();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });

  const changing = change(schema, () => ({ note: 'this page' }));
  const failing = expect(changing).rejects.toBeInstanceOf(StorageFailed);
  await vi.advanceTimersByTimeAsync(15_000);

  await failing;
  vi.useRealTimers();
  frozen = false;
  expect(await read(schema)).toEqual({ note: 'nothing yet' });
});
