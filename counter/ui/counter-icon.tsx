import { Strokes } from '../../design/icon.tsx';

/** The icons that only the counter has. */
const strokes = {
  bell: 'M6 17V11a6 6 0 0 1 12 0v6l1.5 1.5h-15zM10 21h4',
  'bell-off': 'M6 17V11a6 6 0 0 1 12 0v6l1.5 1.5h-15zM10 21h4M4 4l16 16',
  screen: 'M3.5 5h17v11.5h-17zM12 16.5V20M8 20h8',
  book: 'M12 6.5C9.5 5 6.5 4.5 3.5 4.5v14c3 0 6 .5 8.5 2 2.5-1.5 5.5-2 8.5-2v-14c-3 0-6 .5-8.5 2zM12 6.5v14',
};

export const CounterIcon = ({ name, size }: { name: keyof typeof strokes; size?: number }) => (
  <Strokes of={strokes[name]} size={size} />
);
