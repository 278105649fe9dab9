import * as v from 'valibot';
import { expect, test } from 'vitest';
import { checkShop, Shop } from '#core/shop-config';

test("the shop's facts are checked, its time zone among them", () => {
  const facts = checkShop();
  const withZone = (timeZone: string) => v.is(Shop, { ...facts, timeZone });

  expect(['Asia/Jakarta', 'Asia/Jayapura', 'Asia/Ujung_Pandang', 'UTC'].filter((zone) => !withZone(zone))).toEqual([]);
  expect(['', 'Jakarta', 'Asia/Djakarta', 'WIB'].filter(withZone)).toEqual([]);
});
