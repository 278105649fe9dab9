/** `node bench/login-times.ts`: whether the time of a login tells who has an account (fault B25); the ratio should be between 0.8 and 1.25. */
import { startShop } from '../tests/support/start-shop.ts';

const shop = await startShop();
const headers = { 'content-type': 'application/json' };
const post = (path: string, body: object) =>
  fetch(`${shop.url}/api/auth/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });

try {
  const times: Record<'known' | 'wrong' | 'unknown', number[]> = { known: [], wrong: [], unknown: [] };
  for (let account = 0; account < 8; account++) {
    const sari = {
      fullName: 'Sari',
      email: `sari${account}@example.com`,
      phoneNumber: '081234567890',
      password: 'kopi123',
    };
    await post('register', sari);
    await post('login', sari);
    // In turns, because the machine has other things to do; and no more failures than one account may have at once.
    for (let round = 0; round < 9; round++) {
      const kinds = {
        known: sari,
        wrong: { ...sari, password: 'salah123' },
        unknown: { ...sari, email: `siapa${account}${round}@example.com`, password: 'salah123' },
      };
      for (const kind of ['unknown', 'wrong', 'known'] as const) {
        const started = performance.now();
        const { status } = await post('login', kinds[kind]);
        if (status === 429) throw new Error('Slowed down: there were too many.');
        times[kind].push(performance.now() - started);
      }
    }
  }
  // What others take of the machine only ever adds: the lower quarter says more than the middle.
  const quarter = (values: number[]) => values.toSorted((one, other) => one - other)[values.length >> 2] ?? 0;
  const [known, wrong, unknown] = [quarter(times.known), quarter(times.wrong), quarter(times.unknown)];
  const rounded = (value: number) => Math.round(value * 100) / 100;
  process.stdout.write(
    `${JSON.stringify({ knownMs: rounded(known), wrongMs: rounded(wrong), unknownMs: rounded(unknown), unknownToWrong: rounded(unknown / wrong) })}\n`,
  );
} finally {
  await shop.stop();
}
