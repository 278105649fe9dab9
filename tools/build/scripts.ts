/** Which of the built scripts a page loads, and in which order. */
import type { Rolldown } from 'vite';

/** Every script that the given modules load at once, the entry and the packages first. */
export function scriptsOf(bundle: Rolldown.OutputBundle, modules: string[]): string[] {
  const scripts = new Set<string>();
  const add = (chunk: Rolldown.OutputChunk) => {
    if (scripts.has(chunk.fileName)) return;
    scripts.add(chunk.fileName);
    for (const file of chunk.imports) {
      const imported = bundle[file];
      if (imported?.type === 'chunk') add(imported);
    }
  };
  for (const module of modules) add(chunkWith(bundle, module));
  // Over HTTP/1.1 only the first files get a connection at once, the others wait for a round trip. So those that the
  // entry imports statically go first, the largest of them in front.
  const [entry = '', ...others] = scripts;
  const { imports } = bundle[entry] as Rolldown.OutputChunk;
  const urgency = (file: string) => codeOf(bundle, file).length * (imports.includes(file) ? 1_000 : 1);
  others.sort((one, other) => urgency(other) - urgency(one));
  // `src/startup/early.ts` runs the second before the first.
  const packages = others.find((file) => (bundle[file] as Rolldown.OutputChunk).name === 'packages');
  if (!packages) throw new Error('No chunk is called packages');
  return [...new Set([entry, packages, ...others])];
}

/** The chunk that holds a module, by the end of its path. Throws when there is none. */
export function chunkWith(bundle: Rolldown.OutputBundle, module: string): Rolldown.OutputChunk {
  const chunk = Object.values(bundle).find(
    (file) => file.type === 'chunk' && file.moduleIds.some((id) => id.endsWith(`/${module}`)),
  );
  if (chunk?.type !== 'chunk') throw new Error(`No chunk holds ${module}`);
  return chunk;
}

const codeOf = (bundle: Rolldown.OutputBundle, file: string) => {
  const chunk = bundle[file];
  return chunk?.type === 'chunk' ? chunk.code : '';
};
