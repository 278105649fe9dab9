/** The brand's typeface on a first visit, whose first paint does without it (`early.ts`, performance P3). */
import type { newRouter } from './routes.tsx';

/** Fetches it and shows it where nothing moves for it: with the next screen, or while nobody looks. */
export async function showTypeface(router: Pick<ReturnType<typeof newRouter>, 'subscribe'>) {
  const { dataset } = document.documentElement;
  if (dataset.plain === undefined) return;
  await document.fonts.load("1em 'Plus Jakarta Sans'");

  const show = () => {
    delete dataset.plain;
    stopFollowing();
    document.removeEventListener('visibilitychange', showUnseen);
  };
  const showUnseen = () => {
    if (document.hidden) show();
  };
  const stopFollowing = router.subscribe('onResolved', ({ pathChanged }) => {
    if (pathChanged) show();
  });
  document.addEventListener('visibilitychange', showUnseen);
  showUnseen();
}
