import { expect, test } from 'vitest';
import { international } from '#core/head';
import { searchEngines } from '../tools/build/head.ts';

test.each([
  ['0812-3456-7890', '+6281234567890'],
  ['(021) 555 1234', '+62215551234'],
  ['+62 812 3456 7890', '+6281234567890'],
  ['+62(0)812 3456 7890', '+6281234567890'],
  ['62812 3456 7890', '+6281234567890'],
  ['+65 6123 4567', '+6561234567'],
])('a search engine is told the phone number %s with its country code', (phone, number) => {
  expect(international(phone)).toBe(number);
});

test('in development the counter’s page, which has another head, comes by unchanged', () => {
  const { transformIndexHtml } = searchEngines({ apiHost: '/api', publicUrl: '' });
  const { handler } = transformIndexHtml as { handler: (html: string, context: { path: string }) => string };

  expect(handler('<title>Kasir</title>', { path: '/counter/index.html' })).toBe('<title>Kasir</title>');
  expect(handler('<!--head--><!--/head-->', { path: '/index.html' })).toContain('Kedai Kopi Tepi');
});
