/** A trigram index: which products of a large menu can hold a keyword at all, without looking at every one of them. */
import { searchedText } from '#core/catalogue';
import type { Product } from '#core/contract';
import { wordsOf } from '#core/folding';

/** A trigram, three neighbouring letters, as a number below 65,536. Two trigrams may share one, which only adds products to look at. */
const trigramAt = (text: string, at: number) =>
  (text.charCodeAt(at) * 961 + text.charCodeAt(at + 1) * 31 + text.charCodeAt(at + 2)) & 0xffff;

/** With fewer products than this, looking at every one is as fast. */
const minIndexed = 200;

/** Returns a function that answers with every product that holds the keyword and perhaps others, in the menu's order. */
export function searchIndex(products: readonly Product[]): (keyword: string) => readonly Product[] {
  let index: Index | undefined;

  return (keyword) => {
    const words = wordsOf(keyword).filter(({ length }) => length >= 3);
    if (products.length < minIndexed || words.length === 0) return products;
    index ??= indexOf(products);
    let fewest: Index['postings'] | undefined;
    for (const word of words) {
      for (let at = 0; at < word.length - 2; at++) {
        const trigram = trigramAt(word, at);
        const postings = index.postings.subarray(index.starts[trigram], index.starts[trigram + 1]);
        if (!fewest || postings.length < fewest.length) fewest = postings;
      }
    }
    return Array.from(fewest ?? [], (place) => products[place] as Product);
  };
}

/** The index as two arrays of numbers instead of a list for each trigram, which takes a tenth of the memory. */
interface Index {
  /** For each trigram, where its products begin in `postings`; they end where the next one's begin. */
  starts: Uint32Array;
  /** Products, by their place in the menu. */
  postings: Uint16Array | Uint32Array;
}

function indexOf(products: readonly Product[]): Index {
  const starts = new Uint32Array(0x1_0001);
  eachTrigram(products, (trigram) => {
    starts[trigram + 1] = (starts[trigram + 1] ?? 0) + 1;
  });
  for (let at = 1; at < starts.length; at++) starts[at] = (starts[at] ?? 0) + (starts[at - 1] ?? 0);
  const next = starts.slice();
  const Postings = products.length <= 0x1_0000 ? Uint16Array : Uint32Array;
  const postings = new Postings(starts.at(-1) ?? 0);
  eachTrigram(products, (trigram, place) => {
    const at = next[trigram] ?? 0;
    postings[at] = place;
    next[trigram] = at + 1;
  });
  return { starts, postings };
}

/** Calls back once for each product and trigram in it, in the menu's order. */
function eachTrigram(products: readonly Product[], found: (trigram: number, place: number) => void) {
  const lastFoundIn = new Int32Array(0x1_0000).fill(-1);
  products.forEach((product, place) => {
    const text = searchedText(product);
    for (let at = 0; at < text.length - 2; at++) {
      const trigram = trigramAt(text, at);
      if (lastFoundIn[trigram] === place) continue;
      lastFoundIn[trigram] = place;
      found(trigram, place);
    }
  });
}
