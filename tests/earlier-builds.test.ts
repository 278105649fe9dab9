import { expect, test } from 'vitest';
import { withCurrent } from '../sw/earlier-builds.ts';

const day = 24 * 60 * 60 * 1_000;

test('a build that was replaced is kept for a month from then on', () => {
  const first = withCurrent([], ['/assets/one.js'], 0);
  const second = withCurrent(first, ['/assets/two.js'], 100 * day);

  expect(second).toEqual([{ files: ['/assets/two.js'] }, { files: ['/assets/one.js'], replacedAt: 100 * day }]);
  expect(withCurrent(second, ['/assets/two.js'], 129 * day)).toHaveLength(2);
  expect(withCurrent(second, ['/assets/two.js'], 130 * day)).toEqual([{ files: ['/assets/two.js'] }]);
});

test('no more than three builds are kept besides the current one', () => {
  const builds = ['one', 'two', 'three', 'four', 'five'].reduce(
    (known, name, hour) => withCurrent(known, [name], hour),
    withCurrent([], ['zero'], 0),
  );

  expect(builds.map(({ files }) => files[0])).toEqual(['five', 'four', 'three', 'two']);
});

test('going back to an earlier build makes it the current one again', () => {
  const builds = withCurrent(withCurrent(withCurrent([], ['one'], 0), ['two'], 1), ['one'], 2);

  expect(builds).toEqual([{ files: ['one'] }, { files: ['two'], replacedAt: 2 }]);
});
