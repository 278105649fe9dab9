import { expect, onTestFinished, test } from 'vitest';
import type { Database } from '../../server/database/open.ts';
import { type Failure, type Job, JobQueue } from '../../server/jobs/job-queue.ts';
import { type Home, onEveryDatabase } from '../support/databases.ts';
import { place } from './order-fixture.ts';
import { shopWithCustomer } from './shop.ts';

const hour = 3_600_000;
const day = 24 * hour;
/** How a sender ends an attempt; 'none' when its receiver never answers. */
type Reply = undefined | Failure | 'none';
type Options = { home?: Home; kinds?: string[]; minAttempts?: number };

onEveryDatabase('a queue of jobs', (newHome, _kind, testOnce) => {
  /** A queue with a clock that tests set, whose senders reply as told. */
  async function openQueue({ home, kinds = ['push', 'webhook'], minAttempts = 1 }: Options = {}) {
    const database = await (home ?? (await newHome())).open();
    const clock = { now: Date.now() };
    const sent: Job[] = [];
    const givenUp: string[] = [];
    const errors: string[] = [];
    const receiver = { reply: (_job: Job): Reply => undefined };
    const sender = {
      minAttempts,
      async send(job: Job, ending: AbortSignal) {
        sent.push(job);
        const reply = receiver.reply(job);
        if (reply !== 'none') return reply;
        await new Promise((resolve) => ending.addEventListener('abort', resolve));
        return {};
      },
      onGivenUp: ({ subject }: Job) => void givenUp.push(subject),
    };
    const open = (on: Database = database) => {
      const queue = new JobQueue(on, {
        senders: Object.fromEntries(kinds.map((kind) => [kind, sender])),
        now: () => clock.now,
        everyMs: 5,
        logError: (message) => void errors.push(message),
      });
      onTestFinished(() => queue.close());
      return queue;
    };
    const enqueue = (...jobs: Partial<Job>[]) =>
      database.transaction().execute((transaction) =>
        transaction
          .insertInto('jobs')
          .values(
            jobs.map((job) => ({
              ...{ kind: 'push', subject: 'KT-1', target: 'phone', turn: 'Sari' },
              ...{ next_at: clock.now, expires_at: clock.now + 3 * day, attempts: 0 },
              ...job,
            })),
          )
          .execute(),
      );
    const waiting = () => database.selectFrom('jobs').selectAll().orderBy('id').execute();
    const subjects = () => sent.map(({ subject }) => subject);
    return { database, clock, sent, subjects, givenUp, errors, receiver, open, enqueue, waiting };
  }

  const numbered = (count: number, job: (at: number) => Partial<Job>) =>
    Array.from({ length: count }, (_, at) => ({ subject: `KT-${at}`, ...job(at) }));

  test('sends each job once, however many processes send', async () => {
    const home = await newHome();
    const { subjects, open, enqueue, waiting } = await openQueue({ home });
    const jobs = numbered(30, (at) => ({ turn: `customer ${at % 5}` }));
    await enqueue(...jobs);

    open();
    open(await home.open());
    open(await home.open());

    await expect.poll(waiting).toEqual([]);
    expect(subjects().toSorted()).toEqual(jobs.map(({ subject }) => subject).toSorted());
  });

  test('sends two of a turn and a hundred of a kind at once, so that what never answers delays nobody else', async () => {
    const { sent, receiver, open, enqueue } = await openQueue();
    receiver.reply = ({ turn }) => (turn.startsWith('silent') ? 'none' : undefined);
    await enqueue(...numbered(10, () => ({ turn: 'silent' })));
    open();
    await expect.poll(() => sent).toHaveLength(2);
    await enqueue(...numbered(5, () => ({ turn: 'Budi' })));
    await expect.poll(() => sent).toHaveLength(2 + 5);
    await enqueue(...numbered(110, (at) => ({ turn: `silent ${at}` })));
    await expect.poll(() => sent).toHaveLength(100 + 5);

    await enqueue({ kind: 'webhook', turn: 'webhook' });

    await expect.poll(() => sent.slice(105)).toMatchObject([{ kind: 'webhook' }]);
  });

  test('begins with what has waited longest', async () => {
    const { subjects, open, enqueue, clock, waiting } = await openQueue();
    await enqueue(...numbered(4, (at) => ({ next_at: clock.now - at })));

    open();

    await expect.poll(waiting).toEqual([]);
    expect(subjects().slice(0, 2)).toEqual(['KT-3', 'KT-2']);
  });

  testOnce('tries again after pauses that grow to an hour, or as it is asked, until the job expires', async () => {
    const { sent, givenUp, receiver, open, enqueue, clock, waiting } = await openQueue();
    const asked = [0, 1_000, 60_000, Date.parse('9999-12-31')];
    receiver.reply = ({ attempts }) => ({ pauseMs: asked[attempts - 1] ?? 0 });
    await enqueue({ expires_at: clock.now + 6 * hour });
    open();

    const pauses: number[] = [];
    for (;;) {
      await expect.poll(() => sent).toHaveLength(pauses.length + 1);
      await expect.poll(waiting).not.toMatchObject([{ next_at: clock.now + 15_000 }]);
      const [job] = await waiting();
      if (!job) break;
      pauses.push((job.next_at - clock.now) / 1_000);
      clock.now = job.next_at;
    }

    expect(pauses).toEqual([5, 10, 60, 3_600, 80, 160, 320, 640, 1_280, 2_560, 3_600, 3_600, 3_600]);
    expect(givenUp).toEqual(['KT-1']);
  });

  testOnce('gives up no job before it was tried a few times, though it expired while the shop was closed', async () => {
    const { sent, givenUp, receiver, open, enqueue, clock, waiting } = await openQueue({ minAttempts: 3 });
    receiver.reply = () => ({});
    await enqueue({ expires_at: clock.now - day });

    open();
    for (let attempt = 1; attempt <= 3; attempt++) {
      await expect.poll(() => sent).toHaveLength(attempt);
      clock.now += hour;
    }

    await expect.poll(waiting).toEqual([]);
    expect([sent.length, givenUp]).toEqual([3, ['KT-1']]);
  });

  testOnce('F15: sends at once what was written while the clock was days ahead', async () => {
    const { sent, open, enqueue, clock, waiting } = await openQueue();
    await enqueue({ next_at: clock.now + 3 * day });

    open();

    await expect.poll(waiting).toEqual([]);
    expect(sent).toHaveLength(1);
  });

  test('F54: sends what a killed process had claimed, when its claim has ended', async () => {
    const { sent, open, enqueue, clock, waiting } = await openQueue();
    await enqueue({ subject: 'claimed', next_at: clock.now + 15_000, attempts: 1 }, { subject: 'other' });
    open();
    await expect.poll(waiting).toMatchObject([{ subject: 'claimed' }]);
    expect(sent).toMatchObject([{ subject: 'other' }]);

    clock.now += 15_000;

    await expect.poll(waiting).toEqual([]);
    expect(sent).toMatchObject([{ subject: 'other' }, { subject: 'claimed', attempts: 2 }]);
  });

  testOnce('leaves what has no sender, and what is being sent when it closes', async () => {
    const { sent, givenUp, receiver, open, enqueue, clock, waiting } = await openQueue({ kinds: ['push'] });
    receiver.reply = () => 'none';
    await enqueue({ expires_at: 0 }, { kind: 'webhook' });
    const queue = open();
    await expect.poll(() => sent).toHaveLength(1);

    await queue.close();
    queue.wake();

    expect(await waiting()).toMatchObject([
      // Then its claim ends.
      { kind: 'push', attempts: 1, next_at: clock.now + 15_000 },
      { kind: 'webhook', attempts: 0 },
    ]);
    expect([sent.length, givenUp]).toEqual([1, []]);
  });

  testOnce('says once that its table cannot be read, until it can be', async () => {
    const { database, errors, open } = await openQueue();
    let isAway = true;
    let looks = 0;
    const flaky = {
      selectFrom(table: 'jobs') {
        looks++;
        if (isAway) throw new Error('away');
        return database.selectFrom(table);
      },
    } as unknown as Database;
    open(flaky);

    for (isAway of [true, false, true]) {
      const before = looks;
      await expect.poll(() => looks).toBeGreaterThan(before + 10);
    }

    const sentence = 'Nothing can be sent until the data is back: away';
    expect(errors).toEqual([sentence, sentence]);
  });

  test('sends what the version before has left, and nothing that such a process has claimed', async () => {
    const home = await newHome();
    const { database, sent, open, clock, waiting } = await openQueue({ home });
    const { shop, sari } = await shopWithCustomer(home);
    const [due, claimed, ahead] = [await place(sari), await place(sari), await place(sari)];
    await shop.app.close();
    const expires_at = clock.now + 60_000;
    await database.transaction().execute(async (transaction) => {
      const announcements = [
        { order_number: due, next_at: clock.now },
        { order_number: claimed, next_at: clock.now + hour + 10_000 },
        { order_number: ahead, next_at: clock.now + 3 * day },
      ].map((row) => ({ ...row, attempts: 4 }));
      await transaction.insertInto('order_announcements').values(announcements).execute();
      const messages = [
        { order_number: due, next_at: clock.now },
        { order_number: claimed, next_at: clock.now + 15_000 },
      ].map((row) => ({ ...row, digest: 'phone', status: 'ready', attempts: 1, expires_at }));
      await transaction.insertInto('push_messages').values(messages).execute();
    });

    open();
    open(await home.open());

    await expect.poll(() => sent).toHaveLength(3);
    await expect.poll(waiting).toEqual([]);
    const job = { subject: due, next_at: clock.now + 15_000 };
    expect(sent).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          ...{ ...job, kind: 'webhook', target: '', turn: 'webhook' },
          ...{ attempts: 5, expires_at: clock.now + 3 * day },
        }),
        expect.objectContaining({ kind: 'webhook', subject: ahead }),
        expect.objectContaining({ ...job, kind: 'push', target: 'phone', attempts: 2, expires_at }),
      ]),
    );
    for (const table of ['order_announcements', 'push_messages'] as const)
      expect(await database.selectFrom(table).selectAll().execute()).toMatchObject([{ order_number: claimed }]);
  });
});
