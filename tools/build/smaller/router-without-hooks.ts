import type { Plugin } from 'vite';

const hooks = '\0kedai:router-hooks';
const names =
  'useRouter useMatch useLoaderData useLoaderDeps useParams useSearch useNavigate useRouteContext Link'.split(' ');

/**
 * Removes the hooks and the link component that TanStack Router attaches to each route: they are a seventh of it, and
 * this shop uses none of its components (`src/router.ts`).
 */
export const routerWithoutHooks = (): Plugin => ({
  name: 'kedai:router-without-hooks',
  apply: 'build',
  enforce: 'pre',
  resolveId: (source, importer) =>
    source.startsWith('./') && importer?.endsWith('/@tanstack/react-router/dist/esm/route.js') ? hooks : undefined,
  load: (id) => (id === hooks ? names.map((name) => `export const ${name} = undefined;`).join('\n') : undefined),
});
