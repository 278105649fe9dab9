import type { Plugin } from 'vite';
import { bundlerHelpers } from './smaller/bundler-helpers.ts';
import { classConstants } from './smaller/class-constants.ts';
import { dynamicImports } from './smaller/dynamic-imports.ts';
import { reactByName } from './smaller/react-by-name.ts';
import { reactDom } from './smaller/react-dom.ts';
import { routerWithoutHooks } from './smaller/router-without-hooks.ts';

/**
 * The plugins that only make the scripts of a build smaller, some of them faster: without any of them the shop works
 * the same, with more bytes (`docs/decisions/2026-11-26-what-each-trick-saves.md` says how many). `root` is the
 * project's folder.
 */
export const smaller = (root: string): Plugin[] => [
  routerWithoutHooks(),
  ...classConstants(),
  reactByName(),
  reactDom(root),
  dynamicImports(),
  bundlerHelpers(),
];
