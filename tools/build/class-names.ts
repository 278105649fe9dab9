import { globSync } from 'node:fs';
import { join, relative } from 'node:path';

const letters = 'abcdefghijklmnopqrstuvwxyz';

/** a, b, … z, aa, ab, … */
const inLetters = (index: number): string =>
  (index < letters.length ? '' : inLetters(Math.floor(index / letters.length) - 1)) + letters[index % letters.length];

const filesIn = (root: string) => globSync('src/**/*.module.css', { cwd: root }).sort();

/** The CSS modules below `root`, each with the prefix of its class names in a build. */
export const prefixes = (root: string) => new Map(filesIn(root).map((file, index) => [file, inLetters(index)]));

/**
 * Short class names for the build, because every page contains some hundred of them: letters for the file's place among
 * the CSS modules and a number for the class in it, `c7`. The storefront's build and the renderer's make the same
 * names. In development, where files come and go, names are readable.
 */
export function classNames(root: string) {
  const files = filesIn(root);
  return (name: string, file: string, css: string) => {
    const [path = ''] = relative(root, file).replaceAll('\\', '/').split('?');
    if (process.env.NODE_ENV !== 'production') return `${path.replaceAll(/\W+/g, '-')}-${name}`;
    const names = [...new Set([...css.matchAll(/(?:\.|@keyframes )([a-z][\w-]*)/gi)].map(([, found]) => found))];
    if (!files.includes(path) || !names.includes(name)) throw new Error(`${join(root, path)} has no class ${name}.`);
    return `${inLetters(files.indexOf(path))}${names.indexOf(name)}`;
  };
}
