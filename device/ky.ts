/** ky is fetched with the first call, so that the first paint does not wait for it. The worker's build takes `sw/ky.ts` instead. */
export const loadKy = () => import('ky').then(({ default: ky }) => ky);
