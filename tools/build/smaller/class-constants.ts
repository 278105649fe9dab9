import type { Plugin } from 'vite';

/**
 * Keeps a CSS module from being dropped as unused before its chunk is made, because Vite would drop its styles with it.
 */
const stays = '__stylesStay();';

/**
 * Inlines the class names of CSS modules. By default a CSS module is one object, and each name in it is in the script
 * twice. Imported as a namespace, each class is a constant whose value the bundler puts where it is used: 3 KB less for
 * all screens together. A class that does not exist fails the build.
 */
export const classConstants = (): Plugin[] => [
  {
    name: 'kedai:class-namespaces',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\.tsx?$/, code: /\.module\.css'/ },
      handler: (code) => code.replaceAll(/^import (\w+) from ('[^']+\.module\.css');$/gm, 'import * as $1 from $2;'),
    },
  },
  {
    name: 'kedai:class-constants',
    apply: 'build',
    enforce: 'post',
    transform: {
      filter: { id: /\.module\.css$/ },
      handler: (code) => ({ code: `${code}\n${stays}`, moduleSideEffects: true, map: null }),
    },
    onLog: (_level, { code, message }) => {
      if (code === 'IMPORT_IS_UNDEFINED') throw new Error(message);
    },
    renderChunk: (code) => code.replaceAll(`${stays}\n`, ''),
  },
];
