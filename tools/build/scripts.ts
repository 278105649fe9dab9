/** The built scripts that a page needs, from the bundler's own graph. */
import type { Rolldown } from 'vite';

/** The files that the given modules import statically, directly or through others; the first module's file is first. */
export function scriptsOf(bundle: Rolldown.OutputBundle, modules: string[]): string[] {
  const scripts = new Set<string>();
  const add = (file: string) => {
    const chunk = bundle[file];
    if (chunk?.type !== 'chunk' || scripts.has(file)) return;
    scripts.add(file);
    chunk.imports.forEach(add);
  };
  for (const module of modules) add(fileOf(bundle, module));
  return [...scripts];
}

/** The file that contains a module, by the end of its path. Throws when there is none. */
function fileOf(bundle: Rolldown.OutputBundle, module: string): string {
  const chunk = Object.values(bundle).find(
    (file) => file.type === 'chunk' && file.moduleIds.some((id) => id.endsWith(`/${module}`)),
  );
  if (!chunk) throw new Error(`No chunk contains ${module}`);
  return chunk.fileName;
}
