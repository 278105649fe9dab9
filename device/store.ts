import { openDisk } from './disk.ts';
import { withRoom } from './public-caches.ts';
import { storedValuesOn } from './stored-values.ts';

export const disk = openDisk('kedai');

export const { read, readAll, change, onChange } = storedValuesOn(disk, 'kedai', withRoom);
