/** How many elements a browser draws for a drawing whose parts repeat each other. */
import { referencesIn, withoutComments } from './sanitise-css.ts';

/** An element that was added: the name of the part that it belongs to. */
interface Element {
  part: string;
}

/** `id` is drawn so many times. */
interface Reference {
  id: string;
  times: number;
}

interface Part {
  /** Of its own, without those that it draws by reference. */
  elements: number;
  references: Reference[];
}

/** Each element may stand in so many others or be repeated by them; more are parts that repeat themselves. */
const mostLevels = 500;

/** Elements that say how others look, and take no time of their own. */
const weightless = new Set(['linearGradient', 'radialGradient', 'stop', 'defs', 'style', 'title', 'desc']);

/** The names of parts that are no ids: no XML contains this character. */
const whole = '\0';
const styledBy = (subject: string) => `\0${subject}`;

/** Collects the elements of a drawing while it is read, and counts them when it is complete. */
export class DrawingSize {
  /** The whole drawing, elements with an id, and what style sheets say about a name, a class or an id. */
  readonly #parts = new Map<string, Part>();

  /** Adds an element below `parent`, which is what the call for that one returned. */
  add(name: string, attributes: ReadonlyMap<string, string>, parent: Element | undefined): Element {
    // A marker is drawn at every vertex.
    const vertices = () => (attributes.get('d') ?? attributes.get('points') ?? '').match(/\d+/g)?.length ?? 1;
    const references = [...attributes].flatMap(([attribute, value]) =>
      referencesIn(value).map((id) => ({ id, times: /marker/i.test(attribute + value) ? vertices() : 1 })),
    );
    const href = attributes.get('href') ?? '';
    if (href.startsWith('#')) references.push({ id: href.slice(1), times: 1 });

    const id = attributes.get('id') ?? '';
    const classes = (attributes.get('class') ?? '').split(/\s+/).map((one) => `.${one}`);
    const subjects = [everything, name, `#${id}`, ...new Set(classes)].map((one) => ({ id: styledBy(one), times: 1 }));
    // Of two elements with one id, browsers take the first.
    const isPart = id !== '' && !this.#parts.has(id);
    const part = isPart ? id : (parent?.part ?? whole);
    if (isPart) this.#partOf(parent?.part ?? whole).references.push({ id, times: 1 });
    if (!weightless.has(name)) this.#partOf(part).elements++;
    this.#partOf(part).references.push(...references, ...subjects);
    return { part };
  }

  addStyleSheet(css: string) {
    let [selector, text] = ['', ''];
    for (const [token] of `${withoutComments(css)}}`.matchAll(/[{}]|[^{}]+/g)) {
      if (token === '{') [selector, text] = [text, ''];
      else if (token !== '}') text = token;
      else {
        const references = referencesIn(text).map((id) => ({ id, times: 1 }));
        for (const subject of references.length > 0 ? subjectsOf(selector) : [])
          this.#partOf(styledBy(subject)).references.push(...references);
        text = '';
      }
    }
  }

  /** How many elements are drawn; any number above `most` where there are more, or parts that repeat themselves. */
  count(most: number): number {
    const known = new Map<string, number>();
    const sizeOf = (name: string, level: number): number => {
      const { elements, references } = this.#parts.get(name) ?? { elements: 0, references: [] };
      let size = known.get(name) ?? (level > mostLevels ? Number.POSITIVE_INFINITY : undefined);
      if (size !== undefined) return size;
      size = elements;
      for (const { id, times } of references) {
        size += times * sizeOf(id, level + 1);
        // It stays so, and to go on would take as long as drawing it.
        if (size > most) break;
      }
      known.set(name, size);
      return size;
    };
    return sizeOf(whole, 0);
  }

  #partOf(name: string): Part {
    const part = this.#parts.get(name) ?? { elements: 0, references: [] };
    this.#parts.set(name, part);
    return part;
  }
}

/** The selector of every element. */
const everything = '*';

/** What a selector says about the elements it applies to: names, `.classes`, `#ids`, or `everything` where it says none of these. */
function subjectsOf(selector: string): string[] {
  // The patterns below would take long on a long one.
  if (selector.length > 2_000 || /["']/.test(selector)) return [everything];
  return selector.split(',').flatMap((one) => {
    const compounds = one
      .replace(/\[[^\]]*\]|::?[\w-]+(\([^)]*\))?/g, '')
      .trim()
      .split(/[\s>+~]+/);
    return compounds.at(-1)?.match(/[.#]?[^.#]+/g) ?? [everything];
  });
}
