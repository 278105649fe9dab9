/** Setup of every file of server tests. Hooks stand here, because files share the modules that they import. */
import { afterAll, afterEach, beforeAll, inject } from 'vitest';
import { killStartedShops } from './running-shop.ts';
import { makeFolder, removeFolder } from './test-folder.ts';

// A shop that a test starts begins with the prepared data, unless it has a folder.
process.env.PREPARED_SHOP = inject('sampleTemplate');

beforeAll(makeFolder);
afterEach(killStartedShops);
afterAll(removeFolder);
