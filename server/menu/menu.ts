/** The menu that a new shop opens with. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { StartupError } from '../startup-error.ts';
import { parseJson } from './menu-json.ts';
import { settleOptions } from './menu-options.ts';
import { duplicateIssues, type Menu } from './parsed-menu.ts';

const bundledFile = fileURLToPath(new URL('./menu.json', import.meta.url));

/** The menu that a new shop opens with, by the rules of an import. Throws a `StartupError` that names the file and the field. */
export async function bundledMenu(): Promise<Menu> {
  const none: Menu = { categories: [], tags: [], products: [], banks: [], mini_markets: [] };
  try {
    const parsed = parseJson(await readFile(bundledFile, 'utf8'), none);
    settleOptions(parsed, none);
    const [issue] = [...parsed.issues, ...duplicateIssues(parsed)];
    if (issue) throw new Error(`${issue.where}${issue.field ? `, ${issue.field}` : ''}: ${issue.message}`);
    return parsed.menu;
  } catch (error) {
    throw new StartupError(`Menu ${bundledFile} tidak benar: ${(error as Error).message}`);
  }
}
