/** The frames of the fifteen pages: all that stands around their content. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { minify, transformWithOxc } from 'vite';
import type { FirstPage, Renderer } from '../../core/renderer.ts';
import type { Path } from '../../core/routes.ts';
import { criticalStyles } from './critical-styles.ts';
import { withHeadOf } from './head.ts';
import type { BuildSettings } from './settings.ts';

/**
 * All styles, including the base; and the two files that hold them without the base, in the order in which a page loads
 * them.
 */
export interface Stylesheet {
  files: string[];
  styles: string;
}

/** What frames are made of. */
interface FrameParts {
  shell: string;
  stylesheet: Stylesheet;
  scripts: ReadonlyMap<Path, string[]>;
  anew: string;
  early: string;
  render: Renderer['pageOf'];
  menu: FirstPage | undefined;
  settings: BuildSettings;
}

/**
 * For each route the page around an empty `#root`: the built shell with the route's head, the styles of its first
 * paint, and the early script, which loads the others.
 */
export async function framesOf({ shell, stylesheet, scripts, anew, early, render, menu, settings }: FrameParts) {
  const bare = shell
    .replace(/\s*<script type="module"[^>]*><\/script>/g, '')
    .replace(/\s*<link rel="(modulepreload|stylesheet)"[^>]*>/g, '');
  // Styles for whatever the menu will be: with products, with all of them sold out, and before they are loaded.
  const soldOut = menu && { ...menu, products: menu.products.map((product) => ({ ...product, available: false })) };
  const addressesOf = (files: string[]) => files.map((file) => `/${file}`).join(' ');
  const styleAddresses = addressesOf(stylesheet.files);
  const frames = [...scripts].map(async ([path, files]) => {
    const looks = await Promise.all([menu, soldOut, undefined].map((one) => render(path, shell, one)));
    const addresses = addressesOf(files);
    const styles = criticalStyles(stylesheet.styles, looks.join(''));
    // Blocks rendering until the content is parsed: a frame of the bare background would have the page laid out twice.
    const head = `<link rel="expect" href="#isi" blocking="render"><style>${styles}</style><script data-files="${addresses}" data-styles="${styleAddresses}" data-anew="${anew}?">${early}</script>`;
    const page = withoutSpaces(withHeadOf(bare, path, settings.publicUrl));
    return [path, page.replace('</head>', () => `${head}\n</head>`)] as const;
  });
  return Object.fromEntries(await Promise.all(frames)) as Record<Path, string>;
}

/** Without line breaks between elements, and without the marks around the head. */
export const withoutSpaces = (page: string) => page.replaceAll(/<!--\/?head-->/g, '').replaceAll(/>\s*\n\s*</g, '><');

/** `src/startup/early.ts` as it stands in the pages. */
export async function earlyScript(root: string) {
  const file = join(root, 'src', 'startup', 'early.ts');
  const { code } = await transformWithOxc(await readFile(file, 'utf8'), file);
  const minified = await minify(file, code, { module: true, compress: true, mangle: { toplevel: true } });
  // A classic script in a block, not a module, because it must run before anything can be tapped.
  return `{${minified.code.trim().replace(/export\s*\{\s*\};?$/, '')}}`;
}
