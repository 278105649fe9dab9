/** A certificate for `localhost` and 127.0.0.1, valid for a hundred years, which no client trusts. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const file = (name: string) => join(import.meta.dirname, 'certificate', name);

/** The settings of a shop that uses it. */
export const tlsFiles = { TLS_CERT: file('cert.pem'), TLS_KEY: file('key.pem') };

export async function readCertificate() {
  const [cert, key] = await Promise.all([readFile(tlsFiles.TLS_CERT), readFile(tlsFiles.TLS_KEY)]);
  return { cert, key };
}
