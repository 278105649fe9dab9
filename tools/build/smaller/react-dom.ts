import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** Trims `react-dom/client` in the built page; development and component tests use it as it is. */
export const reactDom = (root: string): Plugin => ({
  name: 'kedai:react-dom',
  apply: 'build',
  transform: {
    filter: { id: /\/react-dom-client\.production\.js$/ },
    handler: (code) => withoutTraces(hearingOnly(propsIn(join(root, 'src')), code)),
  },
});

/**
 * Replaces the error objects that React creates in advance and only throws to itself. For a real error the browser
 * records the stack; under inspection it parses the whole file once more for that, during hydration. An object with
 * `Error`'s prototype has no stack.
 */
export const withoutTraces = (code: string) =>
  replaced(code, /(?<=Exception = )Error\(formatProdErrorMessage\(\d+\)\)/g, () => 'Object.create(Error.prototype)');

/** All names in the sources that look like event props, `onClick` for one; for `onClickCapture` also `onClick`. */
function propsIn(folder: string): Set<string> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));
  const props = files.flatMap((file) => readFileSync(join(folder, file), 'utf8').match(/\bon[A-Z]\w*/g) ?? []);
  return new Set([...props, ...props.map((prop) => prop.replace(/Capture$/, ''))]);
}

/**
 * Parts of the function that makes React's events, each from one line to another, that only serve props which match
 * `makes`.
 */
const parts = [
  {
    makes: /^on(Mouse|Pointer)(Enter|Leave)$/,
    from: '      a: {\n        SyntheticEventCtor =\n          "mouseover" === domEventName',
    to: '      a: {\n        reactName = targetInst ? getNodeFromInstance(targetInst) : window;',
  },
  {
    makes: /^on(Select|BeforeInput|Composition(Start|Update|End))$/,
    from: '      handleEventFunc = targetInst ? getNodeFromInstance(targetInst) : window;\n      switch (domEventName)',
    to: '      extractEvents$1(\n        dispatchQueue,',
  },
];

/**
 * Lets React listen only to the events that these props need, and removes code for the others. By default it listens to
 * every event twice, whether it is used or not: one tap is fourteen of them, and every movement more. Throws when
 * react-dom's code has changed.
 */
export function hearingOnly(props: ReadonlySet<string>, code: string): string {
  const isAsked = (event: string) => props.has(`on${event[0]?.toUpperCase()}${event.slice(1)}`);
  const simple = replaced(
    code,
    /"(abort auxClick [^"]*)"/,
    (_, events) => `"${events.split(' ').filter(isAsked).join(' ')}"`,
  );
  const others = replaced(
    simple,
    /^(?:register\w+Event|simpleEventPluginEvents\.push)\([^;]*?"(?:(on[A-Z]\w+)|(scrollEnd))"[^;]*;\n/gm,
    (line, prop, event) => ((prop ? props.has(prop) : isAsked(event)) ? line : ''),
  );
  return parts
    .filter(({ makes }) => ![...props].some((prop) => makes.test(prop)))
    .reduce((rest, { from, to }) => {
      const [start, end] = [rest.indexOf(from), rest.indexOf(to)];
      if (start < 0 || end < start) throw unknown(from);
      return rest.slice(0, start) + rest.slice(end);
    }, others);
}

function replaced(code: string, what: RegExp, by: (match: string, ...parts: string[]) => string) {
  if (code.search(what) < 0) throw unknown(what.source);
  return code.replace(what, by);
}

const unknown = (part: string) =>
  new Error(`react-dom is not written as it was (tools/build/smaller/react-dom.ts): ${part}`);
