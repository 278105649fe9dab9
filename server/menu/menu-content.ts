/** What an owner says of a product or of an option group, as one text. Whether it is sold out today is none of it. */
import type { OptionGroup, Product } from '#core/contract';

export const contentOf = ({ name, description, price, image_url, stars, tags, category, option_groups }: Product) =>
  JSON.stringify([
    ...[name, description, price, image_url, stars, tags.map((tag) => tag.name), category],
    option_groups ?? null,
  ]);

export const groupContentOf = ({ name, min, max, choices }: OptionGroup) =>
  JSON.stringify([
    ...[name, min, max],
    choices.map((choice) => [choice._id, choice.name, choice.price, choice.default === true]),
  ]);
