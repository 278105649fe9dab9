/**
 * `node bench/login-flood.ts [--clients 240]`: how long logins and registrations of other networks take while twelve accounts of one address
 * log in without end (fault B48), and without them. Each should take less than 2 s.
 */
import { Agent, request } from 'node:http';
import { parseArgs } from 'node:util';
import { startShop } from '../tests/support/start-shop.ts';

const { values } = parseArgs({ options: { clients: { type: 'string', default: '240' } } });
const attacker = '127.0.0.2';
const agents = new Map<string, Agent>();

const person = (name: string) => ({
  fullName: name,
  email: `${name}@example.com`,
  phoneNumber: '081234567890',
  password: 'kopi123',
});

/** Resolves with the status and the time it took, in ms. `from` is an address of this machine. */
const ask = (port: string, path: string, name: string, from: string) => {
  const agent = agents.get(from) ?? new Agent({ keepAlive: true });
  agents.set(from, agent);
  const started = performance.now();
  return new Promise<{ status: number; ms: number }>((resolve, reject) => {
    const sent = request(
      {
        agent,
        port,
        host: '127.0.0.1',
        localAddress: from,
        method: 'POST',
        path: `/api/auth/${path}`,
        headers: { 'content-type': 'application/json' },
      },
      (answer) =>
        answer
          .resume()
          .on('end', () => resolve({ status: answer.statusCode ?? 0, ms: Math.round(performance.now() - started) })),
    );
    sent.on('error', reject).end(JSON.stringify(person(name)));
  });
};

async function measured(clients: number) {
  const shop = await startShop();
  const { port } = new URL(shop.url);
  for (let at = 0; at < 12; at++) await ask(port, 'register', `Attacker${at}`, attacker);
  for (let at = 0; at < 40; at++) await ask(port, 'register', `Customer${at}`, '127.0.0.3');
  let isOver = false;
  const attack = Array.from({ length: clients }, async (_, at) => {
    while (!isOver) await ask(port, 'login', `Attacker${at % 12}`, attacker);
  });

  const crowd = Array.from({ length: 40 }, (_, at) => ask(port, 'login', `Customer${at}`, `127.0.1.${at + 1}`));
  const newcomers = Array.from({ length: 20 }, (_, at) => ask(port, 'register', `Newcomer${at}`, `127.0.2.${at + 1}`));
  const atOnce = await Promise.all([...crowd, ...newcomers]);
  const inTurn = [];
  for (let at = 0; at < 40; at++) inTurn.push(await ask(port, 'login', `Customer${at}`, `127.0.3.${at + 1}`));

  isOver = true;
  await Promise.all(attack);
  for (const agent of agents.values()) agent.destroy();
  await shop.stop();
  const summary = (answers: { status: number; ms: number }[]) => ({
    accepted: answers.filter(({ status }) => status < 300).length,
    slowestMs: Math.max(...answers.map(({ ms }) => ms)),
  });
  return { sixtyAtOnce: summary(atOnce), fortyInTurn: summary(inTurn) };
}

const results = { withoutAttack: await measured(0), withAttack: await measured(Number(values.clients)) };
process.stdout.write(`${JSON.stringify(results, null, 2)}\n`);
