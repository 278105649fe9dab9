/** The owner's commands: the list of them, how their arguments are read, and their exit codes. */
import { parseArgs, styleText } from 'node:util';
import { readConfig } from '../config.ts';
import { sqliteFileOf } from '../database/data-folder.ts';
import { type Database, describeDatabase, openDatabase } from '../database/open.ts';
import { isInitialised, prepareDatabase, requireCurrentVersion } from '../database/prepare.ts';
import { StartupError } from '../startup-error.ts';
import { backup } from './backup.ts';
import { type Command, CommandError, describeSystemError, exists, noShopError, UsageError } from './command.ts';
import { customers, password } from './customers.ts';
import { doctor } from './doctor.ts';
import { menuAvailable, menuExport, menuImport } from './menu.ts';
import { order, orders } from './orders.ts';
import { qr } from './qr.ts';
import { restore } from './restore.ts';
import { staffAdd, staffList, staffRemove } from './staff.ts';
import { borderOf, type Terminal, visible } from './terminal.ts';

const commands: readonly Command[] = [
  menuExport,
  menuImport,
  menuAvailable,
  orders,
  order,
  customers,
  password,
  staffAdd,
  staffList,
  staffRemove,
  qr,
  backup,
  restore,
  doctor,
];

/** `menu import` of `menu import FILE [--dry-run]`. */
const nameOf = ({ usage }: Command) => /^[a-z]+( [a-z]+)?/.exec(usage)?.[0] ?? usage;

const help = () =>
  [
    'npm run shop -- COMMAND',
    '',
    ...commands.flatMap(({ usage, summary }) => [`  ${usage}`, `      ${summary}`]),
    '',
    '  Setiap perintah mengenal --json, untuk program (lalu `npm run --silent shop -- …`), dan --help.',
    '  Datanya sama dengan data kedai: DATA_DIR atau DATABASE_URL, seperti pada npm start.',
    '  Berakhir dengan 0 bila berhasil, 1 bila tidak bisa, 2 bila perintah tidak dimengerti.',
  ].join('\n');

/**
 * Runs the command that `words` spell, with the settings of `environment`. Resolves with the exit code: 0 done, 1 failed, 2 not understood;
 * throws only what is a fault of ours.
 */
export async function runCommand(
  words: readonly string[],
  environment: Record<string, string | undefined>,
  outside: Terminal,
): Promise<number> {
  const asJson = words.includes('--json');
  const terminal = borderOf(outside, asJson);
  const fail = (code: number, message: string, details: readonly string[] = [], data: object = {}) => {
    if (asJson) terminal.warn(JSON.stringify({ error: { message, ...(details.length > 0 && { details }), ...data } }));
    else terminal.warn([message, ...details].map(visible).join('\n'));
    return code;
  };

  const [first] = words;
  if (first === undefined) {
    terminal.warn(help());
    return 2;
  }
  const command = commandOf(words);
  if (!command && ['help', '--help', '-h'].includes(first)) {
    terminal.say(help());
    return 0;
  }
  if (!command) {
    const related = commands.filter((one) => nameOf(one).startsWith(`${first} `)).map(({ usage }) => `  ${usage}`);
    return related.length > 0
      ? fail(2, `Apa dengan ${first}?`, related)
      : fail(2, `Tidak ada perintah "${first}"; lihat \`npm run shop -- help\`.`);
  }
  if (words.includes('--help') || words.includes('-h')) {
    terminal.say(`${command.usage}\n    ${command.summary}`);
    return 0;
  }

  let database: Database | undefined;
  try {
    const given = parsed(command, words.slice(nameOf(command).split(' ').length));
    const config = readConfig(environment);
    const openData = async ({ orNew } = { orNew: false }) => {
      // SQLite would make the file by opening it.
      if (!orNew && !config.databaseUrl && !exists(sqliteFileOf(config.dataDir))) throw noShopError(config);
      database ??= await openDatabase(config);
      if (await isInitialised(database)) {
        // Only a start brings a shop's tables and menu up to date: another version may have it open.
        await requireCurrentVersion(database);
        return database;
      }
      if (!orNew) throw noShopError(config);
      // Otherwise an owner who mistyped the folder would believe that the command changed the shop that customers see.
      terminal.warn(`Kedai baru dibuat di ${describeDatabase(config)}.`);
      await prepareDatabase(database);
      return database;
    };
    const {
      text,
      data,
      warnings = [],
      drawing,
      code = 0,
    } = await command.run({ ...given, config, terminal, openData });
    if (asJson) terminal.say(JSON.stringify(data));
    else {
      for (const warning of warnings) terminal.warn(visible(warning));
      terminal.say(text);
      // Also with NO_COLOR: on a dark terminal the signs would be inverted.
      const drawn = (line: string) => styleText(['black', 'bgWhiteBright'], line, { validateStream: false });
      for (const line of drawing?.split('\n') ?? []) outside.say(process.stdout.isTTY ? drawn(line) : line);
    }
    return code;
  } catch (error) {
    if (error instanceof UsageError) return fail(2, error.message, [`Penulisannya: ${command.usage}`]);
    if (error instanceof CommandError) return fail(1, error.message, error.details, error.data);
    if (error instanceof StartupError) return fail(1, error.message);
    const sentence = describeSystemError(error);
    if (sentence) return fail(1, sentence);
    throw error;
  } finally {
    await database?.destroy();
  }
}

/** The command whose name `words` begin with; no name begins with another one. */
const commandOf = (words: readonly string[]) =>
  commands.find((one) => nameOf(one) === words.slice(0, nameOf(one).split(' ').length).join(' '));

/** What a usage allows: `NAME yes|no` are needed, `[FILE]` and `[--yes]` are not, `[--since WHEN]` has a value. */
function grammarOf(usage: string) {
  const option = /\[--([a-z-]+)( [A-Z]+)?\]/g;
  const options = [...usage.matchAll(option)].map(
    ([, name = '', value]) => [name, { type: value ? 'string' : 'boolean' }] as const,
  );
  const names = usage
    .replace(option, '')
    .split(' ')
    .filter((word) => /[A-Z|]/.test(word));
  return { names, options: Object.fromEntries(options) };
}

/** Why `parseArgs` refuses an option, whose name its message quotes. */
function optionFault({ code, message }: NodeJS.ErrnoException) {
  const [option = ''] = /-[\w-]+/.exec(message) ?? [];
  if (code !== 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE') return `Tidak ada pilihan ${option}.`;
  return /does not take/.test(message) ? `${option} tidak memakai nilai.` : `Nilai untuk ${option} belum ditulis.`;
}

function parsed({ usage }: Command, words: string[]) {
  const { names, options } = grammarOf(usage);
  let read: ReturnType<typeof parseArgs>;
  try {
    read = parseArgs({ args: words, options: { ...options, json: { type: 'boolean' } }, allowPositionals: true });
  } catch (error) {
    throw new UsageError(optionFault(error as NodeJS.ErrnoException));
  }
  const { positionals: args, values } = read;
  // A variable of the shell that is not set leaves a blank.
  const missing = names.filter((name, at) => (args[at] ?? (name.startsWith('[') ? name : '')).trim() === '');
  if (missing.length > 0) throw new UsageError(`${missing.join(' dan ').replace(/[[\]]/g, '')} belum ditulis.`);
  if (args.length > names.length)
    throw new UsageError(`"${args[names.length]}" satu kata terlalu banyak; nama dengan spasi perlu tanda kutip.`);
  const texts = Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return { args, options: Object.fromEntries(texts), flags: new Set(Object.keys(values)) };
}
