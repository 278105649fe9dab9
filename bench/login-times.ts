/**
 * `node bench/login-times.ts`: whether the duration of a failed login reveals which accounts exist (fault B25); the ratio should be between
 * 0.8 and 1.25.
 */
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
    // In turns, because the machine's load varies; and with no more failures than the throttle allows for one account.
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
  // The lower quartile instead of the median, because other load only ever adds time.
  const quarter = (values: number[]) => values.toSorted((one, other) => one - other)[values.length >> 2] ?? 0;
  const [known, wrong, unknown] = [quarter(times.known), quarter(times.wrong), quarter(times.unknown)];
  const rounded = (value: number) => Math.round(value * 100) / 100;
  process.stdout.write(
    `${JSON.stringify({ knownMs: rounded(known), wrongMs: rounded(wrong), unknownMs: rounded(unknown), unknownToWrong: rounded(unknown / wrong) })}\n`,
  );
} finally {
  await shop.stop();
}
