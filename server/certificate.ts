/** The shop's certificate: read at start, and again whenever its files change. */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { StartupError } from './startup-error.ts';

interface CertificateFiles {
  certFile: string;
  keyFile: string;
}

type Certificate = Awaited<ReturnType<typeof readCertificate>>;

const day = 24 * 60 * 60 * 1_000;
/** How long before its end a certificate is complained of, in ms: automatic renewal, certbot's for one, happens earlier. */
const warnBeforeMs = 14 * day;

/** How often the files are looked at: a renewed certificate is used long before the old one ends. */
const checkMs = 60_000;

/** Reads and checks both files. Throws a `StartupError` that names the one that cannot be used. */
export async function readCertificate({ certFile, keyFile }: CertificateFiles) {
  const [cert, key] = await Promise.all([
    readFile(certFile).catch((error) => unreadable('TLS_CERT', certFile, error)),
    readFile(keyFile).catch((error) => unreadable('TLS_KEY', keyFile, error)),
  ]);
  let certificate: X509Certificate;
  try {
    certificate = new X509Certificate(cert);
  } catch {
    throw new StartupError(`TLS_CERT ${certFile} bukan sertifikat PEM.`);
  }
  let fits: boolean;
  try {
    fits = certificate.checkPrivateKey(createPrivateKey(key));
  } catch {
    throw new StartupError(`TLS_KEY ${keyFile} bukan kunci pribadi PEM tanpa kata sandi.`);
  }
  if (!fits) throw new StartupError(`TLS_KEY ${keyFile} bukan pasangan sertifikat ${certFile}.`);
  return {
    cert,
    key,
    /** For whom it was issued: `DNS:kopi.example, IP Address:192.168.1.7`. */
    names: certificate.subjectAltName ?? certificate.subject,
    validTo: new Date(certificate.validTo),
  };
}

function unreadable(name: string, file: string, error: NodeJS.ErrnoException): never {
  throw new StartupError(`${name} ${file} tidak bisa dibaca (${error.code ?? error.message}).`);
}

/** A sentence for the owner about a certificate that ends soon or has ended, another one each day; undefined for any other. `now` is in ms. */
export function expiryWarning(
  { names, validTo }: Pick<Certificate, 'names' | 'validTo'>,
  now: number,
): string | undefined {
  const left = validTo.getTime() - now;
  if (left >= warnBeforeMs) return undefined;
  const date = validTo.toISOString().slice(0, 10);
  return left < 0
    ? `Sertifikat untuk ${names} sudah berakhir pada ${date}.`
    : `Sertifikat untuk ${names} berakhir pada ${date} (tinggal ${Math.floor(left / day)} hari).`;
}

/**
 * Watches both files and gives the server a renewed certificate. Calls `logError` once for one that cannot be used, in whose place the
 * old one stays, and every day for one that ends soon. Returns how to stop watching.
 */
export async function watchCertificate(
  files: CertificateFiles,
  server: { setSecureContext(options: { cert: Buffer; key: Buffer }): void },
  logError: (message: string) => void,
  { everyMs = checkMs, now = Date.now } = {},
): Promise<() => void> {
  let inUse = await readCertificate(files);
  let complaint: string | undefined;
  const check = async () => {
    let fault: string | undefined;
    try {
      const read = await readCertificate(files);
      if (!read.cert.equals(inUse.cert) || !read.key.equals(inUse.key)) server.setSecureContext(read);
      inUse = read;
    } catch (error) {
      fault = (error as Error).message;
    }
    const message = fault ?? expiryWarning(inUse, now());
    if (message !== undefined && message !== complaint) logError(message);
    complaint = message;
  };
  await check();
  const timer = setInterval(check, everyMs).unref();
  return () => clearInterval(timer);
}
