/** Checks class names: what a component names has a rule, and every rule a component. */
import { glob, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parse } from 'postcss';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

const filesOf = async (pattern: string) => {
  const files = (await Array.fromAsync(glob(pattern, { cwd: root }))).sort();
  return Promise.all(files.map(async (file) => [file, await readFile(join(root, file), 'utf8')] as const));
};

const components = await filesOf('{counter,design,src}/**/*.{ts,tsx}');
const modules = await filesOf('{counter,design,src}/**/*.module.css');
const primitives = await filesOf('{design/{button,primitives},counter/ui/page}.css');

/** The classes that a stylesheet has rules for, without those of `:global()`. */
function classesIn(css: string) {
  const classes = new Set<string>();
  parse(css).walkRules(({ selector }) => {
    for (const [, name = ''] of selector.replace(/:global\([^)]*\)/g, '').matchAll(/\.([a-z][\w-]*)/gi))
      classes.add(name);
  });
  return classes;
}

const global = new Set(primitives.flatMap(([, css]) => [...classesIn(css)]));
const words = (text: string) => text.split(/\s+/).filter(Boolean);

test('every class of the primitives that is written in a component or composed by a module exists, and is used', () => {
  const written = components.flatMap(([file, text]) =>
    [...text.matchAll(/className="([^"]*)"/g)].flatMap(([, names = '']) =>
      words(names).map((name) => ({ file, name })),
    ),
  );
  const composed = modules.flatMap(([file, css]) =>
    [...css.matchAll(/composes: ([^;]*) from global;/g)].flatMap(([, names = '']) =>
      words(names).map((name) => ({ file, name })),
    ),
  );
  // Other literals are in templates and conditions.
  const literals = components.flatMap(([, text]) =>
    [...text.matchAll(/['"`} ]([a-z][\w-]*)(?=['"`$ ])/g)].map(([, name = '']) => name),
  );

  expect([...written, ...composed].filter(({ name }) => !global.has(name))).toEqual([]);
  expect([...global].filter((name) => !literals.includes(name) && !composed.some((one) => one.name === name))).toEqual(
    [],
  );
});

test('every class of a module is used, and every class that is used is in its module', () => {
  const unlike = modules.flatMap(([file, css]) => {
    const used = components.flatMap(([component, text]) => {
      const [, name] =
        [...text.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)].find(
          ([, , path = '']) => join(dirname(component), path) === file,
        ) ?? [];
      return name
        ? [...text.matchAll(new RegExp(`(?<![\\w./-])${name}\\.(\\w+)\\b(?!\\()`, 'g'))].map(([, used = '']) => used)
        : [];
    });
    const defined = classesIn(css);
    return [...defined]
      .filter((name) => !used.includes(name))
      .concat(used.filter((name) => !defined.has(name)))
      .map((name) => `${file} ${name}`);
  });

  expect(unlike).toEqual([]);
});
