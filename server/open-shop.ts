/** The life of the server's process: from the environment to an open shop, and to a closed one. */
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { shop } from '#core/shop';
import { buildApp } from './app.ts';
import { readCertificate, watchCertificate } from './certificate.ts';
import { type Config, readConfig } from './config.ts';
import { describeDatabase, openDatabase } from './database/open.ts';
import { prepareDatabase } from './database/prepare.ts';
import { openLogger, openStandardOutput } from './logger.ts';
import { bundledImages } from './menu/pictures.ts';
import { type Metrics, openMetrics } from './metrics.ts';
import { buildWarning } from './pages/build-record.ts';
import { addressForDevices, rememberAddress, shopAddresses } from './shop-addresses.ts';
import { qrisWarning, sampleTextWarning } from './shop-warnings.ts';
import { portError, StartupError } from './startup-error.ts';

const storefront = fileURLToPath(new URL('../dist', import.meta.url));
/** How long closing may take, in ms: a phone that stopped listening must not keep the shop open. */
const maxClosingMs = 10_000;
/** A second signal within so many ms is the first one's echo. */
const echoMs = 1_000;

/**
 * Opens the shop that `environment` describes, prints where it is, and closes it on SIGINT or SIGTERM. What the owner can
 * mend ends the process with 1 and one sentence; what they cannot is thrown.
 */
export async function openShop(environment: Record<string, string | undefined>) {
  try {
    await open(readConfig(environment));
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

async function open(config: Config) {
  // From here on the process lives on the shop's own clock (`shop-day.ts`).
  process.env.TZ = shop.timeZone;
  const output = openStandardOutput();
  const logger = openLogger(config.logLevel, output);
  const database = await openDatabase(config);
  try {
    await prepareDatabase(database);
    const tls = config.tls && (await readCertificate(config.tls));
    const metrics = config.metricsPort === undefined ? undefined : await openMetrics(config.metricsPort);
    const app = await buildApp({
      ...config,
      ...{ database, storefront, tls, metrics, logger },
      images: [join(config.dataDir, 'images'), bundledImages],
      webhook: config.orderWebhook,
    });
    await app.listen({ host: config.host, port: config.port });
    const { port } = app.server.address() as AddressInfo;
    const forgetAddress = await rememberAddress(database, addressForDevices(config, port));
    const stopWatching =
      config.tls && (await watchCertificate(config.tls, app.server as never, (message) => logger.error(message)));
    closeOnSignal(async () => {
      stopWatching?.();
      await app.close();
      await metrics?.close();
      await forgetAddress().catch(() => {});
      await database.destroy();
    });
    output.write(announcement(port, config, metrics));
    for (const warning of [buildWarning(storefront, config.publicUrl), sampleTextWarning(shop), qrisWarning(shop)])
      if (warning) process.stderr.write(`${warning}\n`);
  } catch (error) {
    await database.destroy();
    throw startupErrorFrom(error, config);
  }
}

function startupErrorFrom(error: unknown, { port, host, dataDir }: Config): unknown {
  const ofPort = portError(error, port, 'PORT');
  if (ofPort) return ofPort;
  const { code, message } = error as { code?: string; message: string };
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return new StartupError(`HOST ${host} bukan alamat mesin ini.`);
  // PostgreSQL's own codes have five characters (its manual, appendix A): no right to make tables, for one.
  if (/^[0-9A-Z]{5}$/.test(code ?? ''))
    return new StartupError(`Basis data di DATABASE_URL tidak bisa dipakai: ${message}.`);
  if (code?.startsWith('SQLITE_READONLY'))
    return new StartupError(`Data di ${dataDir} hanya bisa dibaca pengguna ini: pesanan tidak bisa disimpan.`);
  if (code?.startsWith('SQLITE_')) return new StartupError(`Data di ${dataDir} tidak bisa dipakai: ${message}.`);
  return error;
}

function announcement(port: number, config: Config, metrics: Metrics | undefined) {
  const { here, onNetwork } = shopAddresses(config, port);
  const lines = [
    `Kedai buka di ${here}`,
    ...onNetwork.map((phone) => `Di jaringan ini: ${phone}`),
    ...(config.publicUrl ? [`Untuk pelanggan: ${config.publicUrl}`] : []),
    ...(metrics ? [`Untuk Prometheus: ${metrics.url}`] : []),
    `Data ada di ${describeDatabase(config)}`,
    'Ctrl+C menutupnya.',
  ];
  return `${lines.join('\n')}\n`;
}

/** The first signal lets accepted requests finish; a second one does not wait, unless it is the first one's echo. */
function closeOnSignal(close: () => Promise<void>) {
  let closingSince: number | undefined;
  const onSignal = () => {
    if (closingSince !== undefined) {
      // On Ctrl+C the terminal signals this process, and npm passes the signal on a second time.
      if (performance.now() - closingSince > echoMs) process.exit(1);
      return;
    }
    closingSince = performance.now();
    setTimeout(() => process.exit(1), maxClosingMs).unref();
    close().then(
      () => process.exit(0),
      (error) => {
        process.stderr.write(`${error}\n`);
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
}
