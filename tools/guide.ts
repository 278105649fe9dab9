/** `node tools/guide.ts`: writes the counter's page of the owner's guide (`counter/panduan.html`) from `docs/panduan.md`. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Marked } from 'marked';

const root = join(import.meta.dirname, '..');
export const guidePage = join(root, 'counter', 'panduan.html');

/** An id as GitHub gives it, which the guide's own links name. */
const idOf = (title: string) =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, '')
    .replaceAll(' ', '-');

export async function renderGuide(): Promise<string> {
  const text = await readFile(join(root, 'docs', 'panduan.md'), 'utf8');
  const chapters: string[] = [];
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text: title }) {
        const id = idOf(title);
        const words = this.parser.parseInline(tokens);
        if (depth === 2) chapters.push(`<li><a href="#${id}">${words}</a></li>`);
        return `<h${depth} id="${id}">${words}</h${depth}>\n`;
      },
      image: ({ href, text: about }) => `<img src="../docs/${href}" alt="${about}" loading="lazy" />`,
      table({ header, rows }) {
        const cells = (row: typeof header, tag: string) =>
          `<tr>${row.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join('')}</tr>`;
        return `<div class="table"><table><thead>${cells(header, 'th')}</thead><tbody>${rows.map((row) => cells(row, 'td')).join('\n')}</tbody></table></div>\n`;
      },
    },
  });
  const body = await marked.parse(text);
  const [title = '', introduction = '', ...rest] = body.split(/(?<=<\/h1>\n)|(?=<h2)/);

  // The head of both pages, up to its title.
  const [head = ''] = (await readFile(join(root, 'counter', 'index.html'), 'utf8')).split('    <title>');

  return `${head.replace('\n', '\n<!-- Written by tools/guide.ts. -->\n')}    <title>Panduan · Kasir</title>
    <link vite-ignore rel="icon" href="/icons/favicon.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="./guide.css" />
  </head>
  <body class="guide">
    <p><a href="/counter">Kembali ke kasir</a></p>
    <main>
${title}${introduction}<details><summary>Isi panduan</summary><nav aria-label="Isi"><ol>${chapters.join('\n')}</ol></nav></details>
${rest.join('')}</main>
  </body>
</html>
`;
}

if (process.argv[1] === import.meta.filename) await writeFile(guidePage, await renderGuide());
