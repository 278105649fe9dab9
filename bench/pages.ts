/**
 * `node bench/pages.ts [first-visit|offline|worker|interactions|update] [--runs 5]`: measures the page's goals G1 to G5 in
 * a real Chromium slowed down to a phone's speed, each with a control in the same run. Needs `npm run build`.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { firstVisit } from './pages/first-visit.ts';
import { interactions } from './pages/interactions.ts';
import { offline } from './pages/offline.ts';
import type { Run } from './pages/run.ts';
import { update } from './pages/update.ts';
import { worker } from './pages/worker.ts';

const goals: Record<string, (run: Run) => Promise<unknown>> = {
  'first-visit': firstVisit,
  offline,
  worker,
  interactions,
  update,
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: 'string', default: '5' } },
});
const unknown = positionals.find((name) => !(name in goals));
if (unknown) throw new Error(`There is no goal ${unknown}: ${Object.keys(goals).join(', ')}`);

const folder = await mkdtemp(join(tmpdir(), 'kedai-bench-'));
const say = (text: string) => void process.stderr.write(`${text}\n`);
try {
  const results: Record<string, unknown> = {};
  for (const [name, measure] of Object.entries(goals)) {
    if (positionals.length > 0 && !positionals.includes(name)) continue;
    say(`— ${name} —`);
    results[name] = await measure({ folder, runs: Number(values.runs), say });
  }
  process.stdout.write(`${JSON.stringify(results, null, 2)}\n`);
} finally {
  await rm(folder, { recursive: true, force: true });
}
