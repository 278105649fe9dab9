/** The templates of the fifteen pages: everything except their content. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { minify, transformWithOxc } from 'vite';
import type { FirstPage, Renderer } from '../../core/renderer.ts';
import type { Path } from '../../core/routes.ts';
import { criticalStyles } from './critical-styles.ts';
import { withHeadOf } from './head.ts';
import type { BuildSettings } from './settings.ts';

interface TemplateParts {
  /** The built `index.html`. */
  shell: string;
  stylesheet: { file: string; css: string };
  /** The scripts of each page, the entry first. */
  scripts: ReadonlyMap<Path, string[]>;
  earlyTaps: string;
  pageOf: Renderer['pageOf'];
  menu: FirstPage | undefined;
  settings: BuildSettings;
}

/**
 * The template of each route, with an empty `#root`: the built shell with the route's head, the styles of its first
 * paint, and the script that loads the other scripts.
 */
export async function pageTemplates(parts: TemplateParts): Promise<Record<Path, string>> {
  const { shell, stylesheet, scripts, earlyTaps, pageOf, menu, settings } = parts;
  const bare = shell
    .replace(/\s*<script type="module"[^>]*><\/script>/g, '')
    .replace(/\s*<link rel="(modulepreload|stylesheet)"[^>]*>/g, '');
  // The styles must fit every later menu: with products, with all of them sold out, and before they are loaded.
  const soldOut = menu && { ...menu, products: menu.products.map((product) => ({ ...product, available: false })) };
  const templates = [...scripts].map(async ([path, files]) => {
    const renderings = await Promise.all([menu, soldOut, undefined].map((one) => pageOf(path, shell, one)));
    const styles = criticalStyles(stylesheet.css, renderings.join(''));
    const addresses = files.map((file) => `/${file}`).join(' ');
    const head = `<style>${styles}</style><script data-scripts="${addresses}" data-styles="/${stylesheet.file}">${earlyTaps}</script>`;
    const page = withoutSpaces(withHeadOf(bare, path, settings.publicUrl));
    return [path, page.replace('</head>', () => `${head}\n</head>`)] as const;
  });
  return Object.fromEntries(await Promise.all(templates)) as Record<Path, string>;
}

/** Removes line breaks between elements, and the marks around the head. */
export const withoutSpaces = (page: string) => page.replaceAll(/<!--\/?head-->/g, '').replaceAll(/>\s*\n\s*</g, '><');

/** `src/early-taps.ts` in the form in which it is inlined. */
export async function earlyTapsScript(root: string) {
  const file = join(root, 'src', 'early-taps.ts');
  const { code } = await transformWithOxc(await readFile(file, 'utf8'), file);
  const minified = await minify(file, code, { module: true, compress: true, mangle: { toplevel: true } });
  // A classic script in a block, not a module, because it must run before anything can be tapped.
  return `{${minified.code.trim().replace(/export\s*\{\s*\};?$/, '')}}`;
}
