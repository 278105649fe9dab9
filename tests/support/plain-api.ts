/**
 * Another API: exactly section 7 of the specification, in memory, on `node:http` alone. Its CORS allows `authorization` and
 * `content-type`; it exposes no header and announces nothing (decision A2).
 */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen } from './listen.ts';

/** How it writes its lists; the specification reads some in one way and some in the other (decision A3). */
export type ListShape = 'array' | 'data';

interface Received {
  method: string;
  /** The path with its query. */
  path: string;
  headers: IncomingMessage['headers'];
  body: unknown;
}

interface Account {
  fullName: string;
  email: string;
  phoneNumber: string;
  password: string;
  cart: unknown[];
  addresses: unknown[];
  orders: object[];
}

const products = [
  {
    _id: '64b1f0c2a1',
    name: 'Kopi Lain',
    description: 'Dari API orang lain',
    price: 18000,
    image_url: 'lain.svg',
    stars: 4,
    tags: [{ name: 'Panas' }],
    category: { name: 'Kopi' },
  },
  {
    _id: '64b1f0c2a2',
    name: 'Teh Lain',
    description: 'Juga dari sana',
    price: 12000,
    image_url: 'teh.svg',
    stars: 5,
    tags: [{ name: 'Dingin' }],
    category: { name: 'Teh' },
  },
];

const regions: Record<string, { kode: string; nama: string }[]> = {
  provinces: [{ kode: '31', nama: 'DKI Jakarta' }],
  'regences 31': [{ kode: '31.71', nama: 'Jakarta Pusat' }],
  'districts 31.71': [{ kode: '31.71.06', nama: 'Menteng' }],
  'villages 31.71.06': [{ kode: '31.71.06.1001', nama: 'Menteng' }],
};

const methodsOf = { banks: 'Bank Lain', 'mini-markets': 'Warung Lain' };

const picture =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3"><rect width="4" height="3" fill="#6b4a2f"/></svg>';

export async function startPlainApi(shape: ListShape, port = 0) {
  const received: Received[] = [];
  const accounts = new Map<string, Account>();
  const sessions = new Map<string, Account>();

  const list = (items: unknown[]) => (shape === 'array' ? items : { data: items });

  function answerTo({ method, path, headers, body }: Received): { status: number; body?: unknown; svg?: string } {
    const url = new URL(path, 'http://plain');
    const given = (body ?? {}) as Record<string, string>;
    const account = sessions.get(headers.authorization?.replace(/^Bearer /, '') ?? '');
    const asked = (name: string) => url.searchParams.getAll(name);

    switch (`${method} ${url.pathname}`) {
      case 'GET /products':
        return {
          status: 200,
          body: list(
            products.filter(
              ({ name, category, tags }) =>
                asked('category').every((wanted) => category.name === wanted) &&
                (asked('tags').length === 0 || tags.some((tag) => asked('tags').includes(tag.name))) &&
                asked('search').every((wanted) => name.toLowerCase().includes(wanted.toLowerCase())),
            ),
          ),
        };
      case 'GET /categories':
        return { status: 200, body: list([{ name: 'Kopi' }, { name: 'Teh' }]) };
      case 'GET /tags':
        return { status: 200, body: list([{ name: 'Panas' }, { name: 'Dingin' }]) };
      case 'GET /banks':
      case 'GET /mini-markets': {
        const kind = url.pathname.slice(1) as keyof typeof methodsOf;
        return { status: 200, body: list([{ _id: kind, name: methodsOf[kind], image_url: 'logo.svg' }]) };
      }
      case 'GET /regions/provinces':
      case 'GET /regions/regences':
      case 'GET /regions/districts':
      case 'GET /regions/villages':
        return { status: 200, body: list(regions[[url.pathname.slice(9), ...asked('code')].join(' ')] ?? []) };
      case 'POST /auth/register':
        if (accounts.has(given.email ?? '')) return { status: 409 };
        accounts.set(given.email ?? '', { ...(given as unknown as Account), cart: [], addresses: [], orders: [] });
        return { status: 201 };
      case 'POST /auth/login': {
        const owner = accounts.get(given.email ?? '');
        if (!owner || owner.password !== given.password) return { status: 401 };
        const token = randomUUID();
        sessions.set(token, owner);
        const { fullName, email, phoneNumber } = owner;
        return { status: 200, body: { user: { fullName, email, phoneNumber }, token } };
      }
    }
    if (/^\/images\/(products|banks|mini-markets)\/[\w-]+\.svg$/.test(url.pathname))
      return { status: 200, svg: picture };
    const personal = [
      'PUT /carts',
      'POST /auth/logout',
      'GET /delivery-address',
      'POST /delivery-address',
      'GET /orders',
      'POST /orders',
    ];
    if (!personal.includes(`${method} ${url.pathname}`)) return { status: 404 };
    if (!account) return { status: 401 };

    switch (`${method} ${url.pathname}`) {
      case 'PUT /carts':
        account.cart = (body as { items: unknown[] }).items;
        return { status: 200 };
      case 'GET /delivery-address':
        return { status: 200, body: account.addresses };
      case 'POST /delivery-address':
        account.addresses.push(body);
        return { status: 201 };
      case 'GET /orders':
        return { status: 200, body: list(account.orders) };
      case 'POST /orders': {
        const order = { order_number: `L-${account.orders.length + 1}`, ...(body as object) };
        account.orders.push(order);
        return { status: 201, body: order };
      }
      default:
        sessions.delete(headers.authorization?.replace(/^Bearer /, '') ?? '');
        return { status: 200 };
    }
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
