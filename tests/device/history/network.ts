/** The simulated network, on which every request has the fate that the history gives it. */
import type { Fate } from './schedule.ts';
import type { ShopModel } from './shop-model.ts';

/** One turn of the event loop. */
export const tick = () => new Promise<void>((resolve) => setImmediate(resolve));

const html = { 'content-type': 'text/html' };

export class Network {
  perfect = false;
  readonly #shop: ShopModel;
  readonly #fates: Fate[];
  readonly #trace: (line: string) => void;
  #late: (() => void)[] = [];
  #count = 0;

  constructor(shop: ShopModel, fates: Fate[], trace: (line: string) => void) {
    this.#shop = shop;
    this.#fates = [...fates];
    this.#trace = trace;
  }

  /** Delivers the delayed requests to the shop, whether or not a tab still waits for them. */
  arriveLate() {
    for (const arrive of this.#late.splice(0)) arrive();
  }

  /** Answers the requests for the menu before the history begins. */
  async greet(request: Request): Promise<Response> {
    return this.#shop.answer(request, '');
  }

  async send(request: Request, alive: () => boolean): Promise<Response> {
    const body = await request.clone().text();
    await tick();
    // The tab was killed before the request left.
    if (!alive()) return new Promise(() => undefined);
    const fate = this.perfect ? 'arrive' : (this.#fates.shift() ?? 'arrive');
    const which = this.#count++;
    this.#trace(`  ${request.method} ${new URL(request.url).pathname}: ${fate} ${body.slice(0, 400)}`);
    const lost = () => Promise.reject(new TypeError('Failed to fetch'));
    const arrive = () => this.#shop.answer(request, body);
    const wait = async () => {
      for (let ticks = 4 + (which % 23); ticks > 0; ticks--) await tick();
    };
    switch (fate) {
      case 'arrive':
        return arrive();
      case 'slow': {
        await wait();
        const answer = arrive();
        await wait();
        return answer;
      }
      case 'lost on the way':
        return lost();
      case 'answer lost':
        arrive();
        return lost();
      case 'late':
        this.#late.push(arrive);
        return lost();
      case 'twice':
        arrive();
        return arrive();
      case 'again late':
        this.#late.push(arrive);
        return arrive();
      case 'truncated': {
        const { status, headers, body: whole } = arrive();
        return new Response(whole && (await new Response(whole).text()).slice(0, 20), { status, headers });
      }
      case 'portal':
        return new Response('<html>Selamat datang di wifi</html>', { headers: html });
      case 'unavailable':
        return new Response('', { status: 503 });
      case 'busy':
        return new Response('', { status: 429, headers: { 'retry-after': '2' } });
      case 'firewall':
        return new Response('<html>Blocked</html>', { status: 403, headers: html });
      case 'stranger':
        return Response.json({ message: 'No' }, { status: [401, 404, 422][which % 3] ?? 404 });
      case 'nonsense':
        if (which % 5 === 0) return new Response(null, { status: 204 });
        return Response.json([[], {}, { error: { code: 'x', message: 'y' } }, { status: 'error' }][(which % 5) - 1]);
      case 'another’s order':
        return Response.json({ order_number: 'N1', totalQty: 1, totalShopping: 1, client_ref: 'not-this-one' });
    }
  }
}
