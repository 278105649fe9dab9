/** A whole menu, and the one that a new shop opens with. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { Category, maxChosen, OptionGroup, PaymentMethod, Product, Tag } from '#core/contract';
import { lowestPrice } from '#core/options';
import { StartupError } from '../startup-error.ts';

const distinct = (values: readonly string[]) => new Set(values).size === values.length;
const idsOf = (entries: readonly { _id: string }[]) => entries.map(({ _id }) => _id);

/** As `menu.json` holds it. A product's category and tags must be among those listed, ids must differ. */
export const Menu = v.pipe(
  v.object({
    categories: v.array(Category),
    tags: v.array(Tag),
    products: v.array(Product),
    option_groups: v.optional(v.array(OptionGroup)),
    banks: v.array(PaymentMethod),
    mini_markets: v.array(PaymentMethod),
  }),
  v.check(({ products }) => distinct(idsOf(products)), 'two products have the same _id'),
  v.check(
    ({ option_groups = [] }) =>
      distinct(idsOf(option_groups)) && distinct(option_groups.flatMap(({ choices }) => idsOf(choices))),
    'two option groups or two choices have the same _id',
  ),
  v.check(
    ({ option_groups = [] }) =>
      option_groups.every(({ min, choices }) => {
        const usual = choices.filter((choice) => choice.default === true);
        return usual.length === min && usual.every(({ price }) => price === 0);
      }),
    'a group does not have `min` defaults that cost nothing',
  ),
  v.check(({ products, option_groups = [] }) => {
    const byId = new Map(option_groups.map((group) => [group._id, group]));
    return products.every(({ price, option_groups: ids = [] }) => {
      const groups = ids.flatMap((id) => byId.get(id) ?? []);
      const least = groups.reduce((sum, { min }) => sum + min, 0);
      return distinct(ids) && groups.length === ids.length && least <= maxChosen && lowestPrice(price, groups) >= 0;
    });
  }, 'a product has a group that is not listed, must have too many choices, or could cost less than nothing'),
  v.check(
    ({ banks, mini_markets }) => distinct(idsOf([...banks, ...mini_markets])),
    'two payment methods have the same _id',
  ),
  v.check(
    ({ products, categories }) => products.every(({ category }) => categories.some(({ name }) => name === category)),
    'a product has a category that is not listed',
  ),
  v.check(
    ({ products, tags }) =>
      products.every((product) => product.tags.every((tag) => tags.some(({ name }) => name === tag.name))),
    'a product has a tag that is not listed',
  ),
);
export type Menu = v.InferOutput<typeof Menu>;

const bundledFile = fileURLToPath(new URL('./menu.json', import.meta.url));

/** Reads and checks the menu that a new shop opens with. Throws a `StartupError` that names the file and the field. */
export async function bundledMenu(): Promise<Menu> {
  let content: unknown;
  try {
    content = JSON.parse(await readFile(bundledFile, 'utf8'));
  } catch (error) {
    throw new StartupError(`Menu ${bundledFile} tidak bisa dibaca: ${(error as Error).message}.`);
  }
  const menu = v.safeParse(Menu, content);
  if (menu.success) return menu.output;
  const [issue] = menu.issues;
  throw new StartupError(`Menu ${bundledFile} tidak benar: ${v.getDotPath(issue) ?? 'semuanya'}: ${issue.message}.`);
}
