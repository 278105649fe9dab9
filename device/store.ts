import { openDisk } from './disk.ts';
import { forgetImages, isFull } from './public-caches.ts';
import { storedValuesOn } from './stored-values.ts';

export const disk = openDisk('kedai');

/** A full device has room again without its cached pictures (fault F26). */
export const { read, readAll, change, onChange } = storedValuesOn(
  disk,
  'kedai',
  async ({ cause }) => isFull(cause) && forgetImages(),
);
