/** The menu in memory, compared with the database once a second at most. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../database/open.ts';
import { type MenuSnapshot, menuVersion, readMenu } from './menu-snapshot.ts';

export interface MenuCache {
  /** At most `checkMs` old; answered from memory while the database cannot be asked. */
  current(): Promise<MenuSnapshot>;
  /** Compared with the database now: no customer is charged yesterday's price. */
  latest(): Promise<MenuSnapshot>;
}

/** How long a request waits for a database that does not answer before the menu in memory is given, in ms. */
const maxWaitMs = 1_000;

/** Keeps the menu of `database` in memory; `checkMs` is how long its version is not looked at again. */
export function menuCache(database: Database, { checkMs = 1_000 } = {}): MenuCache {
  let menu: MenuSnapshot | undefined;
  let checkedAt = Number.NEGATIVE_INFINITY;
  let checking: Promise<MenuSnapshot> | undefined;

  async function latest() {
    const startedAt = performance.now();
    const version = await menuVersion(database);
    if (menu === undefined || menu.version !== version) menu = await readMenu(database);
    checkedAt = startedAt;
    return menu;
  }

  return {
    latest,
    async current() {
      if (menu && performance.now() - checkedAt < checkMs) return menu;
      checking ??= latest()
        .catch((error) => {
          if (!menu) throw error;
          checkedAt = performance.now();
          return menu;
        })
        .finally(() => {
          checking = undefined;
        });
      return menu ? Promise.race([checking, pause(maxWaitMs, menu, { ref: false })]) : checking;
    },
  };
}
