/** The owner's guide (`docs/panduan.md`) at the counter. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Marked, Renderer } from 'marked';

/** An id as GitHub gives it, which the guide's own links name. */
const idOf = (title: string) =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, '')
    .replaceAll(' ', '-');

/** The content of the guide's page (`counter/panduan.html`). */
export async function renderGuide(root: string): Promise<string> {
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
      table(token) {
        return `<div class="table">${Renderer.prototype.table.call(this, token)}</div>\n`;
      },
    },
  });
  const body = await marked.parse(text);
  const [title = '', introduction = '', ...rest] = body.split(/(?<=<\/h1>\n)|(?=<h2)/);
  const contents = `<details><summary>Isi panduan</summary><nav aria-label="Isi"><ol>${chapters.join('\n')}</ol></nav></details>\n`;

  return `${title}${introduction}${contents}${rest.join('')}`;
}
