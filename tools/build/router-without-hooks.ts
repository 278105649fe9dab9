import type { Plugin } from 'vite';

const hooks = '\0kedai:router-hooks';
const names =
  'useRouter useMatch useLoaderData useLoaderDeps useParams useSearch useNavigate useRouteContext Link'.split(' ');

/** The shop has TanStack Router without its components (`src/router.ts`); the hooks and the link that hang on each of its routes, which nobody calls, are a seventh of it. */
export const routerWithoutHooks = (): Plugin => ({
  name: 'kedai:router-without-hooks',
  apply: 'build',
  enforce: 'pre',
  resolveId: (source, importer) =>
    source.startsWith('./') && importer?.endsWith('/@tanstack/react-router/dist/esm/route.js') ? hooks : undefined,
  load: (id) => (id === hooks ? names.map((name) => `export const ${name} = undefined;`).join('\n') : undefined),
});
