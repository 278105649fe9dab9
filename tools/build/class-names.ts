import { globSync } from 'node:fs';
import { join, relative } from 'node:path';

const letters = 'abcdefghijklmnopqrstuvwxyz';

/** a, b, … z, aa, ab, … */
const inLetters = (index: number): string =>
  (index < letters.length ? '' : inLetters(Math.floor(index / letters.length) - 1)) + letters[index % letters.length];

const filesIn = (root: string) => globSync('src/**/*.module.css', { cwd: root }).sort();

/** Of each file, below `root`, what its classes' names begin with in a build. */
export const prefixes = (root: string) => new Map(filesIn(root).map((file, index) => [file, inLetters(index)]));

/**
 * A class is called after its file's place among the others and its own place in that file, `c7`: every page says some
 * hundred of them before its first paint. Both builds, the storefront's and the renderer's, count alike. While somebody
 * develops, files come and go, and names are there to be read.
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
