/**
 * What is to be sent to others, in a table, so that a killed process forgets none: enqueued in the transaction of what it tells of, claimed by one
 * process at a time, tried again after a pause. The order webhook and notifications (decision W9) are jobs.
 */
import { type Selectable, sql } from 'kysely';
import type { Database } from '../database/open.ts';
import type { Tables } from '../database/tables.ts';
import { takeOverEarlierJobs } from './earlier-jobs.ts';

export type Job = Selectable<Tables['jobs']>;

/** An attempt that failed, and for how many ms the receiver asks for a pause. */
export interface Failure {
  pauseMs?: number;
}

export interface Sender {
  /** Resolves with nothing when the job is done, or can never be. `ending` is aborted when the shop closes. */
  send(job: Job, ending: AbortSignal): Promise<Failure | undefined>;
  /** A job that has expired is given up after so many attempts; `onGivenUp` is told. */
  minAttempts: number;
  onGivenUp?(job: Job): void;
}

export interface JobQueueOptions {
  /** By the kind of their jobs. What has no sender waits. */
  senders: Readonly<Record<string, Sender>>;
  now: () => number;
  /** How often the table is looked at, in ms. */
  everyMs?: number;
  /** Called once when the table cannot be read or written, until it can be. */
  logError: (message: string) => void;
}

/** How long one attempt may take in all, in ms. */
export const attemptMs = 10_000;
/** For how long a claimed job belongs to one process, in ms. */
const claimMs = attemptMs + 5_000;
/** How many jobs of one kind are sent at once, and how many of one turn, so that what does not answer delays no other. */
const maxOfKind = 100;
const maxOfTurn = 2;
/** Pauses between attempts, in ms: 5 s, 10 s, 20 s … one hour. */
const firstPauseMs = 5_000;
const longestPauseMs = 3_600_000;

const pauseAfter = (attempts: number, { pauseMs = 0 }: Failure) =>
  Math.min(Math.max(firstPauseMs * 2 ** (attempts - 1), pauseMs), longestPauseMs);

/** Sends what is due, also what an earlier process has left, until it is closed. */
export class JobQueue {
  readonly #database: Database;
  readonly #options: JobQueueOptions;
  readonly #ending = new AbortController();
  readonly #timer: NodeJS.Timeout;
  readonly #sending = new Map<Job, Promise<void>>();
  #checking: Promise<void> | undefined;
  #isDue = false;
  #isAway = false;

  constructor(database: Database, options: JobQueueOptions) {
    this.#database = database;
    this.#options = options;
    this.#timer = setInterval(() => this.wake(), options.everyMs ?? 1_000);
    this.#timer.unref();
    this.wake();
  }

  /** Checks the table at once: to be called after a job that is due was committed. */
  wake() {
    this.#isDue = true;
    this.#checking ??= this.#check();
  }

  async #check() {
    while (this.#isDue && !this.#ending.signal.aborted) {
      this.#isDue = false;
      try {
        await takeOverEarlierJobs(this.#database, this.#options.now());
        for (const job of await this.#due()) await this.#start(job);
        this.#isAway = false;
      } catch (error) {
        this.#report(error as Error);
      }
    }
    this.#checking = undefined;
  }

  #report({ message }: Error) {
    if (!this.#isAway) this.#options.logError(`Nothing can be sent until the data is back: ${message}`);
    this.#isAway = true;
  }

  /** What is due and finds a place; of each turn the oldest first. */
  async #due() {
    const now = this.#options.now();
    const ranked = this.#database
      .selectFrom('jobs')
      .selectAll()
      .select(sql<number>`row_number() over (partition by turn order by next_at, id)`.as('rank_in_turn'))
      .where('kind', 'in', Object.keys(this.#options.senders))
      // A moment later than any pause was written by a clock that was wrong (fault F15).
      .where((row) => row.or([row('next_at', '<=', now), row('next_at', '>', now + longestPauseMs)]));
    const oldest = await this.#database
      .selectFrom(ranked.as('ranked'))
      .selectAll()
      .where('rank_in_turn', '<=', maxOfTurn)
      .orderBy('next_at')
      .orderBy('id')
      .execute();
    const due: Job[] = [];
    for (const job of oldest) {
      const others = [...this.#sending.keys(), ...due];
      const count = (field: 'id' | 'kind' | 'turn') => others.filter((other) => other[field] === job[field]).length;
      if (count('id') === 0 && count('kind') < maxOfKind && count('turn') < maxOfTurn) due.push(job);
    }
    return due;
  }

  async #start({ id, next_at }: Job) {
    if (this.#ending.signal.aborted) return;
    // Moving `next_at` on claims a job: another process finds it changed. If this one dies, the job is due again then.
    const job = await this.#database
      .updateTable('jobs')
      .set((row) => ({ next_at: this.#options.now() + claimMs, attempts: row('attempts', '+', 1) }))
      .where('id', '=', id)
      .where('next_at', '=', next_at)
      .returningAll()
      .executeTakeFirst();
    if (!job || this.#ending.signal.aborted) return;
    const finished = this.#send(job)
      .finally(() => this.#sending.delete(job))
      // One that fails is due again when its claim ends.
      .then(
        () => this.wake(),
        (error: Error) => this.#report(error),
      );
    this.#sending.set(job, finished);
  }

  async #send(job: Job) {
    const sender = this.#options.senders[job.kind];
    const failure = await sender?.send(job, this.#ending.signal);
    // That the shop closes is no fault of the receiver.
    if (!sender || (failure && this.#ending.signal.aborted)) return;
    const next_at = this.#options.now() + pauseAfter(job.attempts, failure ?? {});
    const isLast = next_at >= job.expires_at && job.attempts >= sender.minAttempts;
    if (failure && isLast) sender.onGivenUp?.(job);
    const { id } = job;
    if (failure && !isLast) await this.#database.updateTable('jobs').set({ next_at }).where('id', '=', id).execute();
    else await this.#database.deleteFrom('jobs').where('id', '=', id).execute();
  }

  /** Resolves when nothing is being sent any more. */
  async close() {
    clearInterval(this.#timer);
    this.#ending.abort();
    await this.#checking;
    await Promise.all(this.#sending.values());
  }
}
