/**
 * Browsers other than Chromium, as packaged by Debian: Firefox over WebDriver BiDi, and WebKitGTK (the nearest to an iPhone that Debian
 * has) over WebDriver. Both W3C protocols describe input actions in the same way.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { glob, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { installPackages } from './browser.ts';
import { freePorts } from './free-ports.ts';

/** What both protocols can do. */
interface Driver {
  goTo(address: string): Promise<unknown>;
  /** Evaluates an expression in the page; resolves with its awaited value. */
  evaluate<Value>(expression: string): Promise<Value>;
  /** Performs touch and keyboard actions, one after the other. */
  perform(sources: object[]): Promise<unknown>;
  close(): Promise<void>;
}

const engines = {
  Firefox: { packages: ['firefox-esr'], programs: ['/usr/bin/firefox-esr'], drive: driveFirefox },
  WebKit: {
    packages: ['webkit2gtk-driver', 'xvfb'],
    programs: ['/usr/bin/Xvfb', '/usr/bin/WebKitWebDriver', '/usr/lib/*/webkit2gtk-4.*/MiniBrowser'],
    drive: driveWebKit,
  },
};

export type Tab = ReturnType<typeof tabOf>;

const width = 390;
const height = 844;

/**
 * Resolves with a function that opens a browser with a new profile, as narrow as a phone or as it can be; undefined if the browser is
 * neither installed nor available from the system's package manager.
 */
export async function findEngine(name: keyof typeof engines): Promise<(() => Promise<Tab>) | undefined> {
  const { packages, programs, drive } = engines[name];
  const paths = await installed(programs).catch(async () => {
    await installPackages(packages).catch(() => undefined);
    return installed(programs).catch(() => undefined);
  });
  return paths && (async () => tabOf(await drive(...paths)));
}

/** The paths of these programs. Rejects if one is missing. */
const installed = (patterns: string[]) =>
  Promise.all(
    patterns.map(async (pattern) => {
      const [path] = await Array.fromAsync(glob(pattern));
      if (!path) throw new Error(`There is no ${pattern}`);
      return path;
    }),
  );

/** A tab, with the actions of a customer: controls are found by their text. */
function tabOf(driver: Driver) {
  /** Calls `look` until its result is not empty, because the page may still be loading. Rejects after 30 s with the text on the screen. */
  const eventually = async <Value>(look: () => Promise<Value>, otherwise: string): Promise<NonNullable<Value>> => {
    for (const until = Date.now() + patience; Date.now() < until; await pause()) {
      const seen = await look().catch(() => undefined);
      if (seen) return seen;
    }
    throw new Error(`${otherwise}: ${await driver.evaluate('location.pathname + document.body.innerText')}`);
  };

  // In an animation frame: between two frames WebKit measures a dialog where it was before it began to slide in.
  const middleOf = (name: string) =>
    driver.evaluate<string | undefined>(
      `new Promise(requestAnimationFrame).then(() => (${findMiddle})(${JSON.stringify(name)}))`,
    );

  const press = async (name: string) => {
    let before: string | undefined;
    const isAtRest = async () => {
      const last = before;
      before = await middleOf(name);
      return before === last ? before : undefined;
    };
    const [x, y] = (await eventually(isAtRest, `There is no '${name}' to press`)).split(' ').map(Number);
    const actions = [
      { type: 'pointerMove', x, y },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ];
    await driver.perform([{ type: 'pointer', id: 'hand', actions }]);
  };

  return {
    goTo: driver.goTo,
    evaluate: driver.evaluate,
    close: driver.close,
    press,
    /** Types into the field with this label. */
    async type(label: string, text: string) {
      await press(label);
      const actions = [...text].flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]);
      await driver.perform([{ type: 'key', id: 'keys', actions }]);
    },
    /** Waits until the screen shows this text. */
    reads: (text: string) =>
      eventually(
        () => driver.evaluate<boolean>(`document.body.innerText.includes(${JSON.stringify(text)})`),
        `Nothing reads '${text}'`,
      ),
    /** Waits until an element matches the selector. */
    has: (selector: string) =>
      eventually(
        () => driver.evaluate<boolean>(`document.querySelector(${JSON.stringify(selector)}) !== null`),
        `There is no ${selector}`,
      ),
  };
}

const patience = 30_000;
const pause = () => new Promise((over) => setTimeout(over, 100));

/**
 * Runs in the page: scrolls the first control with this text, or one that begins with it, into view and returns its middle; undefined while another element covers it.
 */
function findMiddle(name: string) {
  const reading = (element: Element) =>
    (
      element.getAttribute('aria-label') ??
      (element as HTMLInputElement).labels?.[0]?.textContent ??
      element.textContent ??
      ''
    ).trim();
  // Controls of the screen come before those around it.
  const controls = ['dialog:modal', 'main', 'body'].flatMap((place) => [
    ...document.querySelectorAll(`${place} :is(a, button, input)`),
  ]);
  const visible = controls.filter((element) => element.checkVisibility());
  const control =
    visible.find((element) => reading(element) === name) ??
    visible.find((element) => reading(element).startsWith(name));
  const shown = control?.closest('label') ?? control;
  if (shown?.closest('dialog')?.getAnimations({ subtree: true }).length) return undefined;
  shown?.scrollIntoView({ block: 'center', behavior: 'instant' });
  const box = shown?.getBoundingClientRect();
  if (!box) return undefined;
  const [x, y] = [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)];
  return shown?.contains(document.elementFromPoint(x, y)) ? `${x} ${y}` : undefined;
}

/** The response to a WebDriver BiDi command. */
interface Answer {
  error?: string;
  message?: string;
  /** Its shape depends on the command. */
  result: never;
}

const loaded = 'browsingContext.load';
const ends = [loaded, 'browsingContext.navigationFailed'];

async function driveFirefox(path = ''): Promise<Driver> {
  const profile = await mkdtemp(join(tmpdir(), 'kedai-firefox-'));
  const browser = spawn(path, ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0']);
  const address = await printed(browser, browser.stderr, /listening on (ws:\S+)/);
  const socket = new WebSocket(`${address}/session`);
  const waiting = new Map<number, (answer: Answer) => void>();
  const ways = new Map<string, PromiseWithResolvers<string>>();
  /** Resolves with the event that ends a navigation. */
  const endOf = (way: string) => {
    const end = ways.get(way) ?? Promise.withResolvers<string>();
    ways.set(way, end);
    return end;
  };
  let asked = 0;
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(data);
    if (ends.includes(answer.method)) endOf(answer.params.navigation).resolve(answer.method);
    else waiting.get(answer.id)?.(answer);
  });
  await once(socket, 'open');

  const send = async (method: string, params: object) => {
    const id = ++asked;
    const answered = new Promise<Answer>((resolve) => waiting.set(id, resolve));
    socket.send(JSON.stringify({ id, method, params }));
    const { error, message, result } = await answered;
    if (error) throw new Error(`${method}: ${error}, ${message}`);
    return result;
  };
  await send('session.new', { capabilities: {} });
  await send('session.subscribe', { events: ends });
  // A new tab, because the one that Firefox opens with never has the focus, so that its fields would get no focus events.
  const { context }: { context: string } = await send('browsingContext.create', { type: 'tab' });
  await send('browsingContext.setViewport', { context, viewport: { width, height } });

  return {
    // Waits itself, because Firefox's own waiting also ends when the old page rewrites its history entry.
    async goTo(url) {
      const { navigation }: { navigation: string } = await send('browsingContext.navigate', {
        context,
        url,
        wait: 'none',
      });
      const end = await endOf(navigation).promise;
      if (end !== loaded) throw new Error(`${end}: ${url}`);
    },
    async evaluate(expression) {
      const { result }: { result: { value?: string } } = await send('script.evaluate', {
        expression: asText(expression),
        target: { context },
        awaitPromise: true,
      });
      return result?.value === undefined ? undefined : JSON.parse(result.value);
    },
    perform: (actions) => send('input.performActions', { context, actions }),
    async close() {
      browser.kill();
      await once(browser, 'exit');
      await rm(profile, { recursive: true, force: true });
    },
  };
}

async function driveWebKit(displayPath = '', driverPath = '', browserPath = ''): Promise<Driver> {
  const home = await mkdtemp(join(tmpdir(), 'kedai-webkit-'));
  const display = spawn(displayPath, ['-displayfd', '1', '-screen', '0', '800x1000x24']);
  const number = await printed(display, display.stdout, /(\d+)\n/);
  const [port] = await freePorts(1);
  const driver = spawn(driverPath, [`--port=${port}`], {
    env: { ...process.env, DISPLAY: `:${number}`, HOME: home, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' },
  });
  const call = async (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    });
    const { value } = await answer.json();
    if (!answer.ok) throw new Error(`${path}: ${value.error}, ${value.message}`);
    return value;
  };
  const options = { binary: browserPath, args: ['--automation'] };
  const isThere = () => call('GET', '/status').then(Boolean, () => false);
  while (driver.exitCode === null && !(await isThere())) await pause();
  const { sessionId } = await call('POST', '/session', {
    // Waiting for the load event can mean for scripts that a test holds back, and the driver answers nothing meanwhile.
    capabilities: { alwaysMatch: { pageLoadStrategy: 'none', 'webkitgtk:browserOptions': options } },
  });
  const session = `/session/${sessionId}`;
  await call('POST', `${session}/window/rect`, { x: 0, y: 0, width, height });

  return {
    goTo: (url) => call('POST', `${session}/url`, { url }),
    async evaluate(expression) {
      const script = `const done = arguments[0]; ${asText(expression)}.then(done)`;
      const text: string | null = await call('POST', `${session}/execute/async`, { script, args: [] });
      return text === null ? undefined : JSON.parse(text);
    },
    perform: (actions) => call('POST', `${session}/actions`, { actions }),
    async close() {
      await call('DELETE', session);
      for (const program of [driver, display]) {
        program.kill();
        await once(program, 'exit');
      }
      await rm(home, { recursive: true, force: true });
    },
  };
}

const asText = (expression: string) => `(async () => JSON.stringify(await (${expression})))()`;

/** Resolves with the first match of the pattern in a program's output. */
async function printed(program: ChildProcess, stream: Readable | null, pattern: RegExp): Promise<string> {
  let all = '';
  for await (const text of stream ?? []) {
    all += text;
    const [, found] = pattern.exec(all) ?? [];
    if (found) return found;
  }
  throw new Error(`${program.spawnfile} ended: ${all}`);
}
