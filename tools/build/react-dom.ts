import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** `react-dom/client` as the built page has it; in development and in the component tests it is as it came. */
export const reactDom = (root: string): Plugin => ({
  name: 'kedai:react-dom',
  apply: 'build',
  transform: {
    filter: { id: /\/react-dom-client\.production\.js$/ },
    handler: (code) => withoutTraces(hearingOnly(propsIn(join(root, 'src')), code)),
  },
});

/**
 * What React throws for itself alone it makes in advance. Of an error the browser notes where it was made: under inspection it reads
 * the whole file once more for that, while the page is hydrated. What is only like an error has no such place.
 */
export const withoutTraces = (code: string) =>
  replaced(code, /(?<=Exception = )Error\(formatProdErrorMessage\(\d+\)\)/g, () => 'Object.create(Error.prototype)');

/** `onClick`, also for `onClickCapture`, and whatever else is called like that, wherever it is given or made. */
function propsIn(folder: string): Set<string> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));
  const props = files.flatMap((file) => readFileSync(join(folder, file), 'utf8').match(/\bon[A-Z]\w*/g) ?? []);
  return new Set([...props, ...props.map((prop) => prop.replace(/Capture$/, ''))]);
}

/** Of the function that turns a browser's event into React's, the parts that are for these props alone, from one line to another. */
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
 * React hears every event that there is, twice, whether a screen asks for it or not: one tap is fourteen of them, and each finger
 * that moves. Here it hears what these props need, and what makes the other events is left out. Throws when it is not written as it was.
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

const unknown = (part: string) => new Error(`react-dom is not written as it was (tools/build/react-dom.ts): ${part}`);
