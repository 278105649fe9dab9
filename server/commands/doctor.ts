/** `doctor`: looks at everything an open shop needs; `doctor-storage.ts` at what holds its data. */
import { fileURLToPath } from 'node:url';
import { shop } from '#core/shop';
import packageFile from '../../package.json' with { type: 'json' };
import { expiryWarning, readCertificate } from '../certificate.ts';
import type { Config } from '../config.ts';
import { buildWarning } from '../pages/build-record.ts';
import { sampleTextWarning } from '../sample-texts.ts';
import { shopConfigError } from '../shop-config-check.ts';
import type { Command } from './command.ts';
import { atDisk, atPostgres, atSqlite } from './doctor-storage.ts';
import { type Finding, fault, ok, warning } from './finding.ts';

export const doctor: Command = {
  usage: 'doctor',
  summary: 'Checks versions, data, disk, pictures and certificate; ends with 1 when something is broken.',
  async run({ config, terminal, asJson }) {
    const findings: Finding[] = [];
    for (const look of [atVersions, atFacts, atStorefront, config.databaseUrl ? atPostgres : atSqlite, atDisk, atTls]) {
      findings.push(...(await look(config)));
    }
    const worst = findings.some(({ outcome }) => outcome === 'fault') ? 1 : 0;
    if (asJson) {
      terminal.say(JSON.stringify({ sound: worst === 0, findings }));
      return worst;
    }
    const signs = { ok: 'ok     ', warning: 'WARNING', fault: 'FAULT  ' };
    for (const { about, outcome, says } of findings) terminal.say(`${signs[outcome]}  ${about.padEnd(10)}  ${says}`);
    return worst;
  },
};

async function atVersions(): Promise<Finding[]> {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const fits = major > 22 || (major === 22 && minor >= 18);
  const year = new Date().getUTCFullYear();
  return [
    ok('version', `Kedai ${packageFile.version} for ${shop.title}.`),
    (fits ? ok : fault)('node', `Node ${process.versions.node}${fits ? '' : ', but 22.18 or newer is needed'}.`),
    year >= 2026 && year < 2100
      ? ok('clock', `It is ${new Date().toISOString()}; the shop is in ${shop.timeZone}.`)
      : fault('clock', `This machine believes it is ${new Date().toISOString()}: set its clock, or sessions will end.`),
  ];
}

async function atFacts(): Promise<Finding[]> {
  const message = shopConfigError();
  if (message) return [fault('facts', message)];
  const samples = sampleTextWarning(shop);
  return [ok('facts', "shop.config.json can be a shop's."), ...(samples ? [warning('texts', samples)] : [])];
}

async function atStorefront({ publicUrl }: Config): Promise<Finding[]> {
  const message = buildWarning(fileURLToPath(new URL('../../dist', import.meta.url)), publicUrl);
  return [message ? warning('storefront', message) : ok('storefront', 'It is built.')];
}

/** Whether phones will install and cache anything: they do so over HTTPS only. */
async function atTls({ tls, publicUrl, trustProxy }: Config): Promise<Finding[]> {
  if (!tls) {
    return publicUrl?.startsWith('https:') || trustProxy.length > 0
      ? [ok('tls', 'A proxy in front speaks HTTPS.')]
      : [
          warning(
            'tls',
            'There is no HTTPS: phones cannot install the shop. Set TLS_CERT and TLS_KEY, or use a proxy.',
          ),
        ];
  }
  try {
    const certificate = await readCertificate(tls);
    const { names, validTo } = certificate;
    const end = expiryWarning(certificate, Date.now());
    if (end) return [(validTo.getTime() < Date.now() ? fault : warning)('tls', end)];
    return [ok('tls', `The certificate for ${names} holds until ${validTo.toISOString().slice(0, 10)}.`)];
  } catch (error) {
    return [fault('tls', (error as Error).message)];
  }
}
