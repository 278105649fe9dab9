/** A push service on this machine, which decrypts what it gets as a browser would (RFC 8291), without web-push. */
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer } from 'node:https';
import { onTestFinished } from 'vitest';
import type { PushSubscription } from '#core/push';
import { listen } from '../support/listen.ts';
import { readCertificate } from './test-certificate.ts';

export interface Delivery {
  path: string | undefined;
  headers: Record<string, string | string[] | undefined>;
  message: unknown;
  /** The claims of its signature, which was verified with the shop's key. */
  claims: { aud: string; exp: number; sub: string };
}

type Reply = { status: number; headers?: Record<string, string>; body?: string | Buffer } | 'none';

/** Starts a push service that answers with `reply`, 201 at first. */
export async function startPushService() {
  const browser = createECDH('prime256v1');
  browser.generateKeys();
  const auth = randomBytes(16);
  const deliveries: Delivery[] = [];
  const service = { reply: { status: 201 } as Reply, requests: 0 };

  const server = createServer(await readCertificate(), async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    service.requests++;
    const { reply } = service;
    deliveries.push({
      path: request.url,
      headers: request.headers,
      message: JSON.parse(decrypted(Buffer.concat(chunks), browser, auth)),
      claims: verifiedClaims(String(request.headers.authorization)),
    });
    if (reply !== 'none') response.writeHead(reply.status, reply.headers).end(reply.body);
  });
  const { url, close } = await listen(server);
  onTestFinished(close);
  const { port } = new URL(url);
  const { cert } = await readCertificate();
  return {
    service,
    deliveries,
    url: `https://localhost:${port}`,
    ca: cert,
    /** What `PushManager.subscribe` would give, at a path of this service. */
    subscription: (path = '/browser-1'): PushSubscription => ({
      endpoint: `https://127.0.0.1:${port}${path}`,
      keys: { p256dh: browser.getPublicKey('base64url'), auth: auth.toString('base64url') },
    }),
  };
}

const derived = (secret: Buffer, salt: Buffer, info: Buffer | string, length: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length));

/** The content of an `aes128gcm` body of one record (RFC 8188). */
function decrypted(body: Buffer, browser: ReturnType<typeof createECDH>, auth: Buffer) {
  const salt = body.subarray(0, 16);
  const keyLength = body.readUInt8(20);
  const senderKey = body.subarray(21, 21 + keyLength);
  const record = body.subarray(21 + keyLength);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), senderKey]);
  const secret = derived(browser.computeSecret(senderKey), auth, info, 32);
  const key = derived(secret, salt, 'Content-Encoding: aes128gcm\0', 16);
  const nonce = derived(secret, salt, 'Content-Encoding: nonce\0', 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString();
}

/** The claims of a VAPID header, whose signature is that of the key it names (RFC 8292). Throws where it is not. */
function verifiedClaims(authorization: string) {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(authorization) ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const publicKey = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  });
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isSigned) throw new Error(`Not signed: ${authorization}`);
  return { ...JSON.parse(Buffer.from(claims, 'base64url').toString()), key };
}
