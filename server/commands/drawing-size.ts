/** How many elements a browser draws for a drawing whose parts repeat each other. */
import { referencesIn, withoutComments } from './sanitise-css.ts';

/** An element that was added. */
interface Element {
  /** The name of the part that it belongs to. */
  part: string;
  /** The name of what its children inherit from it. */
  style: string;
}

/** `id` is drawn so many times; as often as a part has elements, where `times` is its name. */
interface Reference {
  id: string;
  times: number | string;
  /** Whether it counts only where a style says `inherit`. */
  isForced?: boolean;
}

interface Part {
  /** Of its own, without those that it draws by reference. */
  elements: number;
  references: Reference[];
}

/** Each element may be inside so many others or be repeated by them; more are parts that repeat themselves. */
const mostLevels = 1_000;

/** Elements that say how others look, and take no time of their own. */
const weightless = new Set(['linearGradient', 'radialGradient', 'stop', 'defs', 'style', 'title', 'desc']);

/** How a reference is drawn: once for the element that has it, for each one below it, or at each vertex of those. */
const ways = ['once', 'inherited', 'markers'] as const;
type Way = (typeof ways)[number];

/** The names of parts that are no ids: no XML contains this character. */
const whole = '\0';
const everyVertex = '\0vertices';
const styledBy = (subject: string, way: Way) => `\0${way} ${subject}`;

/** Collects the elements of a drawing while it is read, and counts them when it is complete. */
export class DrawingSize {
  /** The whole drawing, elements with an id, what style sheets say about a name, a class or an id, and what elements inherit. */
  readonly #parts = new Map<string, Part>();
  #elements = 0;
  #vertices = 0;
  /** Whether a mask, a clip or a filter may be inherited as well, as it is by the word `inherit`. */
  #inheritsAll = false;

  /** Adds an element below `parent`, which is what the call for that one returned. */
  add(name: string, attributes: ReadonlyMap<string, string>, parent: Element | undefined): Element {
    const vertices = (attributes.get('d') ?? attributes.get('points') ?? '').match(/\d+/g)?.length ?? 1;
    this.#vertices += vertices;
    const style = `\0style ${this.#elements++}`;
    const styleOf = (way: Way) => `${style} ${way}`;
    const href = attributes.get('href') ?? '';
    const target = href.startsWith('#') ? href.slice(1) : undefined;

    const id = attributes.get('id') ?? '';
    // Of two elements with one id, browsers take the first.
    const isPart = id !== '' && !this.#parts.has(id);
    const part = isPart ? id : (parent?.part ?? whole);
    if (isPart) this.#refer(parent?.part ?? whole, id);
    if (!weightless.has(name)) this.#partOf(part).elements++;
    if (target !== undefined) this.#refer(part, target);

    const classes = (attributes.get('class') ?? '').split(/\s+/).map((one) => `.${one}`);
    const subjects = [everything, name, `#${id}`, ...new Set(classes)];
    for (const way of ways) {
      for (const subject of subjects) this.#refer(styleOf(way), styledBy(subject, way));
      if (parent) this.#refer(styleOf(way), `${parent.style} ${way}`, 1, way === 'once');
    }
    for (const [attribute, value] of attributes) {
      const declarations = attribute === 'style' ? value : `${attribute}:${value}`;
      for (const [way, referred] of this.#referencesOf(declarations)) this.#refer(styleOf(way), referred);
    }
    if (weightless.has(name)) return { part, style };
    for (const way of ways) {
      this.#refer(part, styleOf(way), way === 'markers' ? vertices : 1);
      // What is drawn in place of a `use` inherits from it.
      if (target !== undefined)
        this.#refer(part, styleOf(way), way === 'markers' ? everyVertex : target, way === 'once');
    }
    return { part, style };
  }

  addStyleSheet(css: string) {
    const selectors: string[] = [];
    let text = '';
    for (const [token] of `${withoutComments(css)}}`.matchAll(/[{};]|[^{};]+/g)) {
      if (token === '{') {
        selectors.push(text);
        text = '';
      } else if (token !== '}' && token !== ';') text += token;
      else {
        // In a rule within a rule `&` may be anything.
        const rules = selectors.filter((selector) => !selector.trim().startsWith('@'));
        const subjects = rules.length > 1 ? [everything] : subjectsOf(rules[0] ?? '');
        for (const [way, referred] of this.#referencesOf(text))
          for (const subject of subjects) this.#refer(styledBy(subject, way), referred);
        if (token === '}') selectors.pop();
        text = '';
      }
    }
  }

  /** How many elements are drawn; any number above `most` where there are more, or parts that repeat themselves. */
  count(most: number): number {
    const known = new Map<string, number>([[everyVertex, this.#vertices]]);
    const sizeOf = (name: string, level: number): number => {
      const { elements, references } = this.#parts.get(name) ?? { elements: 0, references: [] };
      let size = known.get(name) ?? (level > mostLevels ? Number.POSITIVE_INFINITY : undefined);
      if (size !== undefined) return size;
      size = elements;
      for (const { id, times, isForced } of references) {
        if (isForced && !this.#inheritsAll) continue;
        const one = sizeOf(id, level + 1);
        if (one > 0) size += one * (typeof times === 'number' ? times : sizeOf(times, level + 1));
        // It stays so, and to go on would take as long as drawing it.
        if (size > most) break;
      }
      known.set(name, size);
      return size;
    };
    return sizeOf(whole, 0);
  }

  /** What declarations refer to, and how it is drawn. */
  #referencesOf(declarations: string): [Way, string][] {
    if (/\binherit\b/i.test(declarations)) this.#inheritsAll = true;
    return declarations.split(';').flatMap((declaration) => {
      const [property = ''] = declaration.split(':', 1);
      const way = wayOf(property.trim());
      return referencesIn(declaration).map((id): [Way, string] => [way, id]);
    });
  }

  #refer(from: string, id: string, times: number | string = 1, isForced = false) {
    this.#partOf(from).references.push({ id, times, isForced });
  }

  #partOf(name: string): Part {
    const part = this.#parts.get(name) ?? { elements: 0, references: [] };
    this.#parts.set(name, part);
    return part;
  }
}

function wayOf(property: string): Way {
  if (/^marker/i.test(property)) return 'markers';
  // A custom property may be used by any property of any element below it.
  return /^(fill|stroke|--.*)$/i.test(property) ? 'inherited' : 'once';
}

/** The selector of every element. */
const everything = '*';

/**
 * What a selector says about the elements it applies to: names, `.classes`, `#ids`, or `everything` where it says none of
 * these, or more than a drawing program would.
 */
function subjectsOf(selector: string): string[] {
  if (/[^\w\s.#:*,>+~\u0080-\uffff-]/.test(selector)) return [everything];
  return selector.split(',').flatMap((one) => {
    const compounds = one
      .replace(/:[\w-]*/g, '')
      .trim()
      .split(/[\s>+~]+/);
    return compounds.at(-1)?.match(/[.#]?[^.#]+/g) ?? [everything];
  });
}
