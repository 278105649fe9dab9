import { generateKeyPairSync } from 'node:crypto';
import { appendFile, copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readCertificate, watchCertificate } from '../../server/certificate.ts';
import { tlsFiles } from './test-certificate.ts';
import { folder } from './test-folder.ts';

test('a certificate that cannot be used is reported in one sentence', async () => {
  const foreign = join(folder, 'foreign.pem');
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  await writeFile(foreign, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  const [certFile, keyFile] = [tlsFiles.TLS_CERT, tlsFiles.TLS_KEY];
  const faults = [
    [join(folder, 'missing.pem'), keyFile, /^TLS_CERT .*missing\.pem tidak bisa dibaca \(ENOENT\)\.$/],
    [keyFile, keyFile, /^TLS_CERT .* bukan sertifikat PEM\.$/],
    [certFile, certFile, /^TLS_KEY .* bukan kunci pribadi/],
    [certFile, foreign, /^TLS_KEY .* bukan pasangan sertifikat/],
  ] as const;

  for (const [certFile, keyFile, sentence] of faults)
    await expect(readCertificate({ certFile, keyFile })).rejects.toThrow(sentence);
});

test('a renewed certificate is used without a restart, once it can be loaded; what prevents it is reported once', async () => {
  const [certFile, keyFile] = [join(folder, 'live.pem'), join(folder, 'live-key.pem')];
  await copyFile(tlsFiles.TLS_CERT, certFile);
  await copyFile(tlsFiles.TLS_KEY, keyFile);
  let attempts = 0;
  const setSecureContext = () => {
    if (++attempts < 4) throw new Error('not yet');
  };
  const complaints: string[] = [];
  const stop = await watchCertificate({ certFile, keyFile }, { setSecureContext }, (said) => complaints.push(said), {
    everyMs: 1,
  });

  expect(attempts).toBe(0);
  await appendFile(certFile, '\n');
  await expect.poll(() => attempts).toBe(4);
  await writeFile(certFile, 'half a file');
  await expect.poll(() => complaints.length).toBe(2);

  expect(complaints).toEqual(['not yet', expect.stringContaining('bukan sertifikat PEM')]);
  expect(attempts).toBe(4);
  stop();
});

test('a certificate that is not renewed is reported once a day', async () => {
  const files = { certFile: tlsFiles.TLS_CERT, keyFile: tlsFiles.TLS_KEY };
  const { names, validTo } = await readCertificate(files);
  const day = 24 * 60 * 60 * 1_000;
  let daysLeft = 14.5;
  let looks = 0;
  const complaints: string[] = [];
  const now = () => {
    looks++;
    return validTo.getTime() - daysLeft * day;
  };
  const complain = (said: string) => complaints.push(said);
  const stop = await watchCertificate(files, { setSecureContext() {} }, complain, { everyMs: 1, now });

  for (daysLeft of [14.5, 13.5, 0.5, -0.5]) {
    const before = looks;
    await expect.poll(() => looks).toBeGreaterThan(before + 2);
  }

  stop();
  expect(complaints).toEqual([
    `Sertifikat untuk ${names} berakhir pada 2126-10-27 (tinggal 13 hari).`,
    `Sertifikat untuk ${names} berakhir pada 2126-10-27 (tinggal 0 hari).`,
    `Sertifikat untuk ${names} sudah berakhir pada 2126-10-27.`,
  ]);
});
