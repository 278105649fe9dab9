/**
 * Another API: exactly section 7 of the specification, in memory, on `node:http` alone. Its CORS allows `authorization` and
 * `content-type`; it exposes no header and announces nothing (decision A2).
 */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Person } from './customer.ts';
import { freePorts } from './free-ports.ts';
import { listen } from './listen.ts';
import { buildStorefront } from './storefront.ts';

interface Received {
  method: string;
  /** The path with its query. */
  path: string;
  headers: IncomingMessage['headers'];
  body: unknown;
}

interface Account extends Person {
  addresses: unknown[];
  orders: object[];
}

const product = (_id: string, name: string, price: number, tag: string, category: string) => ({
  ...{ _id, name, price, description: 'Dari API orang lain', image_url: `${category}.svg`, stars: 4 },
  ...{ tags: [{ name: tag }], category: { name: category } },
});

const products = [
  product('64b1f0c2a1', 'Kopi Lain', 18_000, 'Panas', 'Kopi'),
  product('64b1f0c2a2', 'Teh Lain', 12_000, 'Dingin', 'Teh'),
];

const regions: Record<string, { kode: string; nama: string }[]> = {
  provinces: [{ kode: '31', nama: 'DKI Jakarta' }],
  'regences 31': [{ kode: '31.71', nama: 'Jakarta Pusat' }],
  'districts 31.71': [{ kode: '31.71.06', nama: 'Menteng' }],
  'villages 31.71.06': [{ kode: '31.71.06.1001', nama: 'Menteng' }],
};

const lists: Record<string, unknown[]> = {
  categories: [{ name: 'Kopi' }, { name: 'Teh' }],
  tags: [{ name: 'Panas' }, { name: 'Dingin' }],
  banks: [{ _id: 'banks', name: 'Bank Lain', image_url: 'logo.svg' }],
  'mini-markets': [{ _id: 'mini-markets', name: 'Warung Lain', image_url: 'logo.svg' }],
};

const picture =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3"><rect width="4" height="3" fill="#6b4a2f"/></svg>';

interface Answer {
  status: number;
  body?: unknown;
  svg?: string;
}

export async function startPlainApi(port: number) {
  const received: Received[] = [];
  const accounts = new Map<string, Account>();
  const sessions = new Map<string, Account>();

  /** Plain arrays (decision A3). */
  const list = (body: unknown[]) => ({ status: 200, body });

  function answerTo({ method, path, headers, body }: Received): Answer {
    const { pathname, searchParams } = new URL(path, 'http://plain');
    const call = `${method} ${pathname.slice(1)}`;
    const asked = (name: string) => searchParams.getAll(name);
    const known = method === 'GET' && lists[pathname.slice(1)];
    if (known) return list(known);
    if (call === 'GET products')
      return list(
        products.filter(
          ({ name, category, tags }) =>
            asked('category').every((wanted) => category.name === wanted) &&
            (asked('tags').length === 0 || tags.some((tag) => asked('tags').includes(tag.name))) &&
            asked('search').every((wanted) => name.toLowerCase().includes(wanted.toLowerCase())),
        ),
      );
    if (/^GET regions\/\w+$/.test(call)) return list(regions[[pathname.slice(9), ...asked('code')].join(' ')] ?? []);
    if (/^GET images\/(products|banks|mini-markets)\/[\w-]+\.svg$/.test(call)) return { status: 200, svg: picture };
    if (call === 'POST auth/register') {
      const given = body as Account;
      if (accounts.has(given.email)) return { status: 409 };
      accounts.set(given.email, { ...given, addresses: [], orders: [] });
      return { status: 201 };
    }
    if (call === 'POST auth/login') {
      const given = body as Account;
      const owner = accounts.get(given.email);
      if (!owner || owner.password !== given.password) return { status: 401 };
      const token = randomUUID();
      sessions.set(token, owner);
      const { fullName, email, phoneNumber } = owner;
      return { status: 200, body: { user: { fullName, email, phoneNumber }, token } };
    }

    const token = headers.authorization?.replace(/^Bearer /, '') ?? '';
    const account = sessions.get(token);
    const order = { order_number: `L-${(account?.orders.length ?? 0) + 1}`, ...(body as object) };
    const personal: Record<string, (account: Account) => Answer> = {
      'PUT carts': () => ({ status: 200 }),
      'GET delivery-address': ({ addresses }) => ({ status: 200, body: addresses }),
      'POST delivery-address'({ addresses }) {
        addresses.push(body);
        return { status: 201 };
      },
      'GET orders': ({ orders }) => list(orders),
      'POST orders'({ orders }) {
        orders.push(order);
        return { status: 201, body: order };
      },
      'POST auth/logout': () => ({ status: sessions.delete(token) ? 200 : 401 }),
    };
    const answer = personal[call];
    if (!answer) return { status: 404 };
    return account ? answer(account) : { status: 401 };
  }

  async function handle(request: IncomingMessage, response: ServerResponse) {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    response.setHeader('access-control-allow-origin', '*');
    if (request.method === 'OPTIONS') {
      response.setHeader('access-control-allow-headers', 'authorization, content-type');
      response.setHeader('access-control-allow-methods', 'GET, POST, PUT');
      response.writeHead(204).end();
      return;
    }
    const call: Received = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      body: text === '' ? undefined : JSON.parse(text),
    };
    received.push(call);
    const { status, body, svg } = answerTo(call);
    if (svg) response.writeHead(status, { 'content-type': 'image/svg+xml' }).end(svg);
    else if (body === undefined) response.writeHead(status).end();
    else response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
  }

  const server = createServer((request, response) => void handle(request, response));
  /** `received`: every call, in order, without preflights. */
  return { ...(await listen(server, port)), received };
}

export type PlainApiBuild = Awaited<ReturnType<typeof buildForPlainApi>>;

/** Builds a storefront for it; `apiPort` is the port on which it must listen, and `remove` deletes the folder. */
export async function buildForPlainApi() {
  const [apiPort = 0] = await freePorts(1);
  return { ...(await buildStorefront(`http://127.0.0.1:${apiPort}`)), apiPort };
}
