import { expect, test } from 'vitest';
import { killWhileOrdering, replayEverywhere } from '../support/concurrent-orders.ts';
import { onEveryDatabase } from '../support/databases.ts';

onEveryDatabase('orders of many phones at once, for longer', (newHome) => {
  test('F1, F6, F7: the server killed 25 times while eight phones order loses none, doubles none, halves none', async () => {
    const toll = await killWhileOrdering(await newHome(), { rounds: 25 });

    expect(toll).toMatchObject({ rounds: 25, lost: 0, doubled: 0, half: 0, unopenable: 0 });
    expect(toll.acknowledged).toBeGreaterThan(25);
  }, 600_000);

  test('F4, F8: a hundred keys sent to several servers at once, twice to each, are a hundred orders', async () => {
    const home = await newHome();

    const agreement = await replayEverywhere(home, { processes: home.kind === 'SQLite' ? 2 : 4, keys: 100 });

    expect(agreement).toMatchObject({ keys: 100, wrong: 0, differing: 0 });
  }, 600_000);
});
