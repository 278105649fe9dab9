/** One real shop for all page and device tests; each test is another customer on another device. */
import type { TestProject } from 'vitest/node';
import { startShop } from './start-shop.ts';

export default async function openForPages(project: TestProject) {
  const shop = await startShop();
  project.provide('shopUrl', shop.url);
  return async () => {
    await shop.stop();
  };
}

declare module 'vitest' {
  interface ProvidedContext {
    shopUrl: string;
  }
}
