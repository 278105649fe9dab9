/** Setup of every file of server tests. Hooks stand here, because files share the modules that they import. */
import { afterAll, afterEach, beforeAll } from 'vitest';
import { killStartedShops } from './running-shop.ts';
import { makeFolder, removeFolder } from './test-folder.ts';

beforeAll(makeFolder);
afterEach(killStartedShops);
afterAll(removeFolder);
