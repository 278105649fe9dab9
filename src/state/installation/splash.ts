import { splashFile, splashSizes } from '#core/splash';

/**
 * Adds links to the two pictures (of thirty) that iOS shows on this screen while the installed shop starts.
 */
export function nameSplash() {
  const { width, height } = screen;
  const [narrow, long] = [Math.min(width, height), Math.max(width, height)].map((side) => side * devicePixelRatio);
  const size = `${narrow}x${long}`;
  if (!splashSizes.includes(size)) return;

  for (const theme of ['light', 'dark'] as const) {
    const link = document.createElement('link');
    link.rel = 'apple-touch-startup-image';
    link.media = `(orientation: portrait) and (prefers-color-scheme: ${theme})`;
    link.href = `/${splashFile(size, theme)}`;
    document.head.append(link);
  }
}
