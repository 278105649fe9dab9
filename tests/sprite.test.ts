import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { counterPage } from '#core/counter-pages';
import { pageFile, shellFile } from '#core/renderer';
import { paths } from '#core/routes';
import { spriteNames } from '../design/sprite.tsx';

const root = join(import.meta.dirname, '..');
const sprite = await readFile(join(root, 'design', 'sprite.svg'), 'utf8');

test('the sprite has a symbol for each name, and nothing that acts', () => {
  expect([...sprite.matchAll(/<symbol id="([^"]+)"/g)].map(([, name]) => name)).toEqual([...spriteNames]);
  expect(sprite).not.toMatch(/<script|<style|\son\w+=|\sstyle=|href/);
});

test.each([...paths.map(pageFile), shellFile, counterPage])('%s ends with the sprite, its ids once', async (file) => {
  const page = await readFile(join(root, 'dist', file), 'utf8');

  expect(page.replaceAll(/>\n</g, '><')).toContain(`${sprite.trim().replaceAll('\n', '')}</body>`);
  // A browser does not look for ids in the data of an image.
  const ids = [...page.replaceAll(/<!--.*?-->/gs, '').matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
  expect(ids.length).toBeGreaterThan(spriteNames.length);
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
  for (const [, used] of page.matchAll(/<use href="#([^"]+)"/g)) expect(spriteNames).toContain(used);
});
