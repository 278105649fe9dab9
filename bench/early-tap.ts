/**
 * `node bench/early-tap.ts [--runs 7] CHECKOUT CHECKOUT …`: goal G2. Compares several built checkouts in turns: first visits to /products over
 * slow 4G with 4× CPU slowdown, with a tap on 'Add to cart' as soon as it is painted. Prints the median times in ms since the navigation.
 */
import { compareInTurns } from './in-turns.ts';
import { lostTaps, middle, visitOnce } from './pages/first-visit.ts';

await compareInTurns(
  (folder, url) => visitOnce(folder, url, true),
  (visits) => ({
    tapped: middle(visits, 'tapped'),
    hydrated: middle(visits, 'hydrated'),
    answered: middle(visits, 'answered'),
    lost: lostTaps(visits),
  }),
);
