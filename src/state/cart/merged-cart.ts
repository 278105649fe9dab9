/** What a merge with another device's changes leaves to say, whichever tab or worker has merged. Apart, because nothing begins with it. */
import { atom } from 'jotai';
import { mergedKeys } from '#device/merged-cart';
import { change, onChange, read } from '#device/store';
import { ofCustomer } from '#device/stored-cart';
import { customerAtom } from '../account/session.ts';
import { written } from '../storage/stored-atom.ts';

type Merged = Awaited<ReturnType<typeof read<typeof mergedKeys>>>['merged'];

const storedAtom = atom<Merged>();

const readAtom = atom(null, async (get, set) => {
  const before = get(storedAtom);
  const { merged } = await read(mergedKeys).catch(() => ({ merged: undefined }));
  // What was said during the reading is not said again.
  if (get(storedAtom) === before) set(storedAtom, merged);
});

const followedAtom = atom(
  (get) => get(storedAtom),
  (_get, set) => set(readAtom),
);
followedAtom.onMount = (look) => {
  void look();
  return onChange((keys) => {
    if (keys.includes('merged')) void look();
  });
};

/** Undefined when there is nothing to say; set when it was said. */
export const cartMergedAtom = atom(
  (get) => ofCustomer(get(followedAtom), get(customerAtom)),
  async (_get, set) => {
    set(storedAtom, undefined);
    await written(
      set,
      change(mergedKeys, () => ({ merged: undefined })),
    );
  },
);
