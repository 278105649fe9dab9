import { splashFile, splashSizes } from '#core/splash';

/**
 * Names the pictures that iOS shows while the installed shop starts: the two of this screen, of the thirty there are.
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
