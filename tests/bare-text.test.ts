/**
 * Finds text in JSX that React could not change or remove on a page that the browser translates. A translator replaces each text node by
 * elements of its own. React sets a text that is the only child of its element through that element, which always works. Every other text
 * it changes, removes or inserts before by its node, which is no longer there: the text goes stale, or the screen crashes.
 */
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ESTree, parseSync } from 'vite';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

test('no text of the shop would be lost on a page that the browser translates', async () => {
  const files = (await Array.fromAsync(glob('{counter,design,src}/**/*.{ts,tsx}', { cwd: root }))).sort();
  const sources = await Promise.all(
    files.map(async (file) => ({ file, text: await readFile(join(root, file), 'utf8') })),
  );

  expect(sources.filter(({ file }) => file.endsWith('.tsx')).length).toBeGreaterThan(50);
  expect(bareTexts(sources)).toEqual([]);
});

const faultsIn = (text: string) => bareTexts([{ file: 'a.tsx', text: `${text}\n${stable}` }]);

const stable = `
  function Icon() { return <svg />; }
  function Moved({ at }) { return <b key={at} />; }
  function Sometimes({ on }) { if (!on) return null; return <b />; }
`;

test.each([
  ['changes beside another', 'const A = ({ n }) => <p>{n} pieces</p>;', 2],
  ['changes beside an element', 'const A = ({ said }) => <p><Icon />{said}</p>;', 1],
  ['comes and goes', "const A = ({ on }) => <p>Always{on && ' more'}</p>;", 1],
  ['is one of two', "const A = ({ on }) => <p><Icon />{on ? 'one' : 'other'}</p>;", 1],
  ['follows something that comes and goes', 'const A = ({ on }) => <p>{on && <b />} always</p>;', 1],
  ['follows a component that may render nothing', 'const A = () => <p><Sometimes /> always</p>;', 1],
  ['follows a component that is replaced', 'const A = () => <p><Moved /> always</p>;', 1],
  ['follows an unknown component', 'const A = () => <p><Unknown /> always</p>;', 1],
  ['is in a fragment that comes and goes', 'const A = ({ on }) => <p>{on ? <>one <b /></> : <i />}</p>;', 1],
  ['is in a fragment that is a prop', 'const A = () => <Sometimes title={<>one <b /></>} />;', 1],
  ['is all that a component renders', "const A = ({ on }) => (on ? 'one' : 'other');", 2],
  ['is all that a function as a child returns', "const A = () => <p>{() => 'one'}</p>;", 1],
  [
    'is a constant that changes',
    "const A = ({ on }) => { const said = on ? 'one' : 'other'; return <p><Icon />{said}</p>; };",
    1,
  ],
  [
    'comes out of a hook',
    'const useA = () => ({ said: now() }); const B = () => { const { said } = useA(); return <p><Icon />{said}</p>; };',
    1,
  ],
  [
    'is passed to where it has siblings',
    'const A = ({ children }: { children: ReactNode }) => <p><b />{children}</p>; const B = () => <A>text</A>;',
    1,
  ],
])('text that %s is found', (_what, source, count) => {
  expect(faultsIn(source)).toHaveLength(count);
});

test.each([
  ['is alone in its element', "const A = ({ on }) => <p>{on ? 'one' : <b />}</p>;"],
  ['is a template', `const A = ({ n }) => <p>{\`\${n} pieces\`}</p>;`],
  ['never changes and follows what stays', "const A = () => <p><Icon /> Log Out{' '}<b>now</b>.</p>;"],
  ['never changes and is followed by what comes and goes', 'const A = ({ on }) => <p>Always {on && <b />}</p>;'],
  ['the owner has configured', 'const A = () => <p>Call {shop.phone}</p>;'],
  ['is a constant', "const name = 'Koneksi'; const A = () => <p><Icon /> {name}</p>;"],
  [
    'is passed to where it is alone',
    'const A = ({ children }: { children: ReactNode }) => <p>{children}</p>; const B = () => <A>text</A>;',
  ],
])('text that %s stays as it is', (_what, source) => {
  expect(faultsIn(source)).toEqual([]);
});

type Node = ESTree.Node;

interface Source {
  file: string;
  text: string;
}

/** What an expression can render. `text` may change or go, `fixed` is always the same. */
type Rendered = 'text' | 'fixed' | 'element' | 'nothing';

interface Parsed extends Source {
  nodes: { node: Node; component: string }[];
  /** What each name is declared as: its initial value, or a function that returns it. */
  values: Map<string, Node[]>;
  /** For each name that comes out of a hook's result, the hook. */
  hooks: Map<string, string>;
  /** The props of type ReactNode. */
  slots: Set<string>;
}

/** The texts that must be wrapped in an element, each as 'file:line text'. */
function bareTexts(sources: Source[]): string[] {
  const parsed = sources.map(parse);
  const components = new Map<string, { source: Parsed; returned: Node[] }[]>();
  for (const source of parsed) {
    for (const [name, values] of source.values) {
      const returned = values.flatMap((value) => (isFunction(value) ? returnsOf(value) : []));
      if (returned.length > 0) components.set(name, [...(components.get(name) ?? []), { source, returned }]);
    }
  }
  /** Names of components with a slot that has siblings, as 'Component.slot'. */
  const sharedSlots = new Set<string>();
  const faults: string[] = [];
  const report = (source: Parsed, node: Node) => {
    const line = source.text.slice(0, node.start).split('\n').length;
    faults.push(`${source.file}:${line} ${source.text.slice(node.start, node.end).trim().split('\n')[0]}`);
  };

  function rendered(source: Parsed, node: Node | null, seen = new Set<Node>()): Rendered[] {
    if (!node || seen.has(node)) return ['nothing'];
    seen.add(node);
    const all = (...nodes: (Node | null)[]) => nodes.flatMap((one) => rendered(source, one, seen));
    switch (node.type) {
      case 'JSXElement':
      case 'JSXFragment':
        return ['element'];
      case 'JSXText':
        return ['fixed'];
      case 'JSXExpressionContainer':
      case 'ParenthesizedExpression':
      case 'TSAsExpression':
      case 'TSNonNullExpression':
      case 'ChainExpression':
        return all(node.expression);
      case 'JSXEmptyExpression':
        return ['nothing'];
      case 'Literal':
        return [typeof node.value === 'string' || typeof node.value === 'number' ? 'fixed' : 'nothing'];
      case 'TemplateLiteral':
        return [node.expressions.length === 0 ? 'fixed' : 'text'];
      case 'LogicalExpression':
        return changing(node.operator === '&&' ? all(node.right) : all(node.left, node.right));
      case 'ConditionalExpression':
        return changing(all(node.consequent, node.alternate));
      case 'ArrowFunctionExpression':
      case 'FunctionExpression':
      case 'FunctionDeclaration':
        return all(...returnsOf(node));
      case 'CallExpression': {
        const { callee, arguments: given } = node;
        const name = callee.type === 'MemberExpression' && 'name' in callee.property && callee.property.name;
        if (name === 'map' || name === 'flatMap') return all(given[0] ?? null);
        if (callee.type !== 'Identifier') return [isOfTheShop(source, node) ? 'fixed' : 'text'];
        // What a render prop returns is checked where it is given.
        return callee.name === 'createPortal' || callee.name === 'children' ? ['element'] : ['text'];
      }
      case 'Identifier': {
        if (node.name === 'undefined') return ['nothing'];
        const values = source.values.get(node.name);
        if (values) return all(...values);
        // Checked where it is given (`sharedSlots`).
        if (source.slots.has(node.name)) return ['element'];
        const hook = source.hooks.get(node.name);
        const results = hook ? (components.get(hook) ?? []) : [];
        const found = results.flatMap(({ source: there, returned }) =>
          returned
            .flatMap(branchesOf)
            .flatMap((result) => propertiesOf(result, node.name).map((value) => rendered(there, value, seen))),
        );
        return found.length > 0 ? found.flat() : ['text'];
      }
      case 'MemberExpression':
        return [isOfTheShop(source, node) ? 'fixed' : 'text'];
      default:
        return ['text'];
    }
  }

  const isText = (source: Parsed, node: Node) =>
    rendered(source, node).some((one) => one === 'text' || one === 'fixed');

  /** Whether a component always renders one and the same element, so that nothing is ever inserted in its place. */
  const isStable = (name: string, seen = new Set<string>()): boolean => {
    if (/^[a-z]/.test(name)) return true;
    const known = components.get(name);
    // The router's own: always the same `<a>`.
    if (name === 'Link') return true;
    if (!known || seen.has(name)) return false;
    seen.add(name);
    return known.every(({ returned }) => {
      const all = returned.flatMap(branchesOf);
      const names = new Set(all.map((one) => (one.type === 'JSXElement' && !hasKey(one) ? nameOf(one) : '')));
      const [only = ''] = names;
      return names.size === 1 && only !== '' && isStable(only, seen);
    });
  };

  /** Whether React may remove this child, or insert it where other children follow. */
  const comesAndGoes = (source: Parsed, child: Node) =>
    child.type === 'JSXElement'
      ? hasKey(child) || !isStable(nameOf(child))
      : child.type !== 'JSXText' && rendered(source, child).some((one) => one !== 'fixed');

  for (const source of parsed) {
    const inside = new Set<Node>();
    for (const { node, component } of source.nodes) {
      if (node.type === 'JSXElement') {
        const children = childrenOf(node, inside);
        let isBehind = false;
        for (const child of children) {
          const slot = child.type === 'JSXExpressionContainer' && slotOf(source, child.expression);
          if (children.length > 1 && slot) sharedSlots.add(`${component}.${slot}`);
          else if (children.length > 1 && isText(source, child)) {
            if (isBehind || rendered(source, child).some((one) => one !== 'fixed')) report(source, child);
          }
          isBehind ||= comesAndGoes(source, child);
          // A function as a child: the siblings of its result are unknown.
          if (child.type === 'JSXExpressionContainer' && isFunction(child.expression) && isText(source, child))
            report(source, child);
        }
      } else if (node.type === 'JSXFragment' && !inside.has(node)) {
        for (const child of childrenOf(node, inside)) {
          const slot = child.type === 'JSXExpressionContainer' && slotOf(source, child.expression);
          if (slot) sharedSlots.add(`${component}.${slot}`);
          else if (isText(source, child)) report(source, child);
        }
      }
    }
  }
  for (const [name, known] of components) {
    if (!/^[A-Z]/.test(name)) continue;
    for (const { source, returned } of known) {
      for (const one of returned.flatMap(branchesOf)) {
        const slot = slotOf(source, one);
        if (slot) sharedSlots.add(`${name}.${slot}`);
        else if (isText(source, one)) report(source, one);
      }
    }
  }
  for (const source of parsed) {
    for (const { node } of source.nodes) {
      if (node.type !== 'JSXElement') continue;
      const name = nameOf(node);
      if (sharedSlots.has(`${name}.children`)) {
        for (const child of childrenOf(node)) if (isText(source, child)) report(source, child);
      }
      for (const attribute of node.openingElement.attributes) {
        if (attribute.type !== 'JSXAttribute' || !attribute.value) continue;
        const shared = sharedSlots.has(`${name}.${attribute.name.name}`);
        if (shared && isText(source, attribute.value)) report(source, attribute);
      }
    }
  }
  return [...new Set(faults)].sort();
}

function parse({ file, text }: Source): Parsed {
  const { program, errors } = parseSync(file, text, { lang: file.endsWith('x') ? 'tsx' : 'ts' });
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  const source: Parsed = { file, text, nodes: [], values: new Map(), hooks: new Map(), slots: new Set() };
  const declare = (name: string, value: Node) => source.values.set(name, [...(source.values.get(name) ?? []), value]);

  const visit = (node: Node, component: string) => {
    let within = component;
    if (node.type === 'FunctionDeclaration' && node.id) {
      declare(node.id.name, node);
      if (/^[A-Z]/.test(node.id.name)) within = node.id.name;
    } else if (node.type === 'VariableDeclarator' && node.init) {
      const { id, init } = node;
      // `memo(function Name() {})` is that function.
      const value =
        init.type === 'CallExpression' && 'name' in init.callee && init.callee.name === 'memo'
          ? init.arguments[0]
          : init;
      if (id.type === 'Identifier' && value) {
        declare(id.name, value);
        if (/^[A-Z]/.test(id.name)) within = id.name;
      } else if (id.type === 'ObjectPattern' && init.type === 'CallExpression' && 'name' in init.callee) {
        for (const property of id.properties)
          if (property.type === 'Property' && 'name' in property.key)
            source.hooks.set(`${property.key.name}`, `${init.callee.name}`);
      }
    } else if (node.type === 'TSPropertySignature' && 'name' in node.key && node.typeAnnotation) {
      if (text.slice(node.typeAnnotation.start, node.typeAnnotation.end).includes('ReactNode'))
        source.slots.add(`${node.key.name}`);
    }
    source.nodes.push({ node, component: within });
    for (const value of Object.values(node)) {
      for (const child of Array.isArray(value) ? value : [value])
        if (child && typeof child.type === 'string') visit(child, within);
    }
  };
  visit(program, '');
  return source;
}

/** The children that React makes something of; those of a fragment in between count as the element's own and go to `inside`. */
function childrenOf(node: Node, inside = new Set<Node>()): Node[] {
  if (node.type !== 'JSXElement' && node.type !== 'JSXFragment') return [];
  return node.children.flatMap((child): Node[] => {
    if (child.type === 'JSXText') return /^\s*$/.test(child.value) && child.value.includes('\n') ? [] : [child];
    if (child.type === 'JSXExpressionContainer' && child.expression.type === 'JSXEmptyExpression') return [];
    if (child.type !== 'JSXFragment') return [child];
    inside.add(child);
    return childrenOf(child, inside);
  });
}

const isFunction = ({ type }: Node) =>
  type === 'ArrowFunctionExpression' || type === 'FunctionExpression' || type === 'FunctionDeclaration';

/** The expressions that a function returns, not those of functions within it. */
function returnsOf(node: Node): Node[] {
  if (!('body' in node) || !node.body) return [];
  const body = node.body as Node;
  if (body.type !== 'BlockStatement') return [body];
  const within = (one: Node): Node[] => {
    if (isFunction(one)) return [];
    if (one.type === 'ReturnStatement') return one.argument ? [one.argument] : [];
    return Object.values(one)
      .flat()
      .flatMap((child) => (child && typeof child.type === 'string' ? within(child) : []));
  };
  return within(body);
}

/** What an expression may come to. */
function branchesOf(node: Node): Node[] {
  switch (node.type) {
    case 'ParenthesizedExpression':
      return branchesOf(node.expression);
    case 'LogicalExpression':
      return [...(node.operator === '&&' ? [] : branchesOf(node.left)), ...branchesOf(node.right)];
    case 'ConditionalExpression':
      return [...branchesOf(node.consequent), ...branchesOf(node.alternate)];
    default:
      return [node];
  }
}

/** A text changes if it is rendered only sometimes, or in turn with another one. */
const changing = (rendered: Rendered[]) => rendered.map((one) => (one === 'fixed' ? 'text' : one));

/** What the owner has configured never changes while the page is open. */
const isOfTheShop = ({ text }: Parsed, { start, end }: Node) => text.slice(start, end).startsWith('shop.');

/** The values of a property in an object that is returned. */
const propertiesOf = (node: Node, name: string) =>
  node.type === 'ObjectExpression'
    ? node.properties.flatMap((property) =>
        property.type === 'Property' && 'name' in property.key && property.key.name === name
          ? [property.value as Node]
          : [],
      )
    : [];

const slotOf = ({ slots }: Parsed, node: Node) =>
  node.type === 'Identifier' && slots.has(node.name) ? node.name : undefined;

const nameOf = (node: Node) =>
  node.type === 'JSXElement' && node.openingElement.name.type === 'JSXIdentifier' ? node.openingElement.name.name : '';

const hasKey = (node: Node) =>
  node.type === 'JSXElement' &&
  node.openingElement.attributes.some(
    (attribute) => attribute.type === 'JSXAttribute' && attribute.name.name === 'key',
  );
