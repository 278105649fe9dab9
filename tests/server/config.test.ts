import { expect, test } from 'vitest';
import { readConfig } from '../../server/config.ts';

test('nothing set opens the shop on port 3000 to everybody on the network, with its data in data/', () => {
  expect(readConfig({ PORT: '', UNRELATED: 'x' })).toEqual({
    port: 3_000,
    host: '0.0.0.0',
    dataDir: 'data',
    databaseUrl: undefined,
    publicUrl: undefined,
    corsOrigins: [],
  });
});

test('everything set is read', () => {
  const environment = {
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: '/srv/kedai',
    DATABASE_URL: 'postgres://kedai:p%40ss@db.example:5432/kedai',
    PUBLIC_URL: 'https://kopi.example/',
    CORS_ORIGINS: 'https://kopi.example, http://localhost:5173',
  };

  expect(readConfig(environment)).toEqual({
    port: 0,
    host: '127.0.0.1',
    dataDir: '/srv/kedai',
    databaseUrl: 'postgres://kedai:p%40ss@db.example:5432/kedai',
    publicUrl: 'https://kopi.example',
    corsOrigins: ['https://kopi.example', 'http://localhost:5173'],
  });
});

test.each([
  ['PORT', ['abc', '-1', '65536', '3000.5', '0x10', '1e3', ' 3000']],
  ['HOST', ['two words', 'http://x']],
  ['DATABASE_URL', ['mysql://x/y', 'kedai', 'postgres://[broken']],
  ['PUBLIC_URL', ['kopi.example', 'ftp://kopi.example', 'https://kopi.example/menu']],
  ['CORS_ORIGINS', ['*', 'null', 'kopi.example', 'https://a.example/x', 'https://a.example,*']],
])('a wrong %s is one sentence that names it and not what was in it', (name, wrong) => {
  for (const value of wrong) {
    const read = () => readConfig({ [name]: value });

    expect(read).toThrow(new RegExp(`^[^\\n]*${name}[^\\n]*\\.$`));
    if (value.length > 4) expect(read).not.toThrow(value);
  }
});
