import { atom } from 'jotai';
import { detectCapabilities } from '#device/api';
import { onChange } from '#device/store';

/** Whether the host has announced itself, so that a customer can change what it has stored (decisions F5, W18); false until that is known. */
export const isEditableAtom = atom(false);
isEditableAtom.onMount = (set) => {
  // A host that does not respond is asked by the next screen that wants to know.
  const detect = () => void detectCapabilities().then(set, () => undefined);
  detect();
  return onChange((keys) => {
    if (keys.includes('host')) detect();
  });
};
