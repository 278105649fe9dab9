/** Which products of a large menu can hold a keyword at all, without looking at every one of them. */
import { folded, searchedTexts } from '#core/catalogue';
import type { Product } from '#core/contract';

/** Three neighbouring letters, as a number below 65,536. That two share one only adds a product to look at. */
const lettersAt = (text: string, at: number) =>
  (text.charCodeAt(at) * 961 + text.charCodeAt(at + 1) * 31 + text.charCodeAt(at + 2)) & 0xffff;

/** Below this, looking at every product is as fast. */
const worthAnIndex = 200;

/** Returns a function that answers with every product that holds the keyword and perhaps others, in the menu's order. */
export function keywordIndex(products: readonly Product[]): (keyword: string) => readonly Product[] {
  let index: (Product[] | undefined)[] | undefined;

  function build() {
    const buckets: (Product[] | undefined)[] = new Array(65_536);
    for (const product of products) {
      for (const text of searchedTexts(product)) {
        for (let at = 0; at < text.length - 2; at++) {
          const letters = lettersAt(text, at);
          const bucket = buckets[letters];
          if (!bucket) buckets[letters] = [product];
          else if (bucket[bucket.length - 1] !== product) bucket.push(product);
        }
      }
    }
    return buckets;
  }

  return (keyword) => {
    const wanted = folded(keyword.trim());
    if (products.length < worthAnIndex || wanted.length < 3) return products;
    index ??= build();
    let fewest: readonly Product[] = products;
    for (let at = 0; at < wanted.length - 2; at++) {
      const bucket = index[lettersAt(wanted, at)] ?? [];
      if (bucket.length < fewest.length) fewest = bucket;
    }
    return fewest;
  };
}
