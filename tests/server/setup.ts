/** Setup of every file of server tests. Hooks stand here, because files share the modules that they import. */
import { afterAll, afterEach, beforeAll, inject } from 'vitest';
import { killStartedShops } from './running-shop.ts';
import { makeFolder, removeFolder } from './test-folder.ts';

// A shop that a test starts begins with the prepared data, unless it has a folder.
process.env.PREPARED_SHOP = inject('sampleTemplate');

// At noon, so that no day of the shop begins while the tests run.
const ahead = 12 - new Date().getUTCHours();
process.env.TZ = `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;

beforeAll(makeFolder);
afterEach(killStartedShops);
afterAll(removeFolder);
