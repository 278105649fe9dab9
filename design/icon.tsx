import type { ComponentProps } from 'react';

const strokes = {
  search: 'M10.5 17a6.5 6.5 0 1 1 0-13 6.5 6.5 0 0 1 0 13Zm4.8-1.7L20 20',
  cart: 'M3 4h2l2.2 11h10.3L20 7.5H6M9 20a.6.6 0 1 0 0-.1M16.5 20a.6.6 0 1 0 0-.1',
  'add-to-cart': 'M3 4h2l2.2 11h10.3l1-4M9 20a.6.6 0 1 0 0-.1M16.5 20a.6.6 0 1 0 0-.1M14 3v7M10.5 6.5h7',
  user: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm-7.5 8.5c.8-3.6 3.8-5.5 7.5-5.5s6.7 1.9 7.5 5.5',
  menu: 'M4 7h16M4 12h16M4 17h10',
  close: 'M6 6l12 12M18 6 6 18',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z',
  'eye-off':
    'M4 4l16 16M9.6 5.8A9 9 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a17 17 0 0 1-2.9 3.6M6.4 7.4A16 16 0 0 0 2.5 12S6 18.5 12 18.5c1.6 0 3-.5 4.3-1.1M9.9 9.9a3 3 0 0 0 4.2 4.2',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  trash: 'M4.5 7h15M9.5 7V4.5h5V7M6.5 7l1 13h9l1-13M10.2 11v5M13.8 11v5',
  check: 'M5 12.5 10 17.5 19.5 7',
  back: 'M14.5 5 8 12l6.5 7',
  forward: 'M9.5 5 16 12l-6.5 7',
  up: 'M19 14.5 12 8l-7 6.5',
  down: 'M5 9.5 12 16l7-6.5',
  pin: 'M12 21s7-6.1 7-11.5a7 7 0 1 0-14 0C5 14.9 12 21 12 21Zm0-9a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z',
  phone:
    'M6 3.5h3l1.5 4.5-2 1.5a12 12 0 0 0 6 6l1.5-2 4.5 1.5v3a2.5 2.5 0 0 1-2.7 2.5C10.5 20 4 13.5 3.5 6.2A2.5 2.5 0 0 1 6 3.5Z',
  mail: 'M3.5 6h17v12.5h-17zM3.5 7l8.5 6.5L20.5 7',
  clock: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM12 7.5V12l3 2',
  chat: 'M4 5h16v11.5h-9L6.5 20v-3.5H4z',
  receipt: 'M6 3.5h12v17l-2.4-1.5-2.4 1.5-2.4-1.5-2.4 1.5L6 20.5zM9 8.5h6M9 12.5h6',
  dashboard: 'M4 4h7v9H4zM13 4h7v5h-7zM13 11h7v9h-7zM4 15h7v5H4z',
  orders: 'M7 3.5h10v17H7zM10 8h4M10 12h4M10 16h2',
  'log-out': 'M14 4H5.5v16H14M10 12h10.5M17 8.5l3.5 3.5L17 15.5',
  edit: 'M5 19l.8-3.8L16 5l3 3L8.8 18.2zM14 7l3 3',
  bag: 'M5.5 8h13l1 12.5h-15zM9 10.5V7a3 3 0 0 1 6 0v3.5',
  bike: 'M6 18.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM18 18.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM6 15.5 9.5 9h5L18 15.5M9.5 9 8.5 7M14.5 9l-1-3h2',
  table: 'M3 9h18M5 9l1 11M19 9l-1 11M9 9V5h6v4',
  refresh: 'M19.5 12a7.5 7.5 0 1 1-2.3-5.4M19.5 3.5v4h-4',
  wifi: 'M2.5 9a14 14 0 0 1 19 0M5.5 12.5a9.5 9.5 0 0 1 13 0M8.7 16a5 5 0 0 1 6.6 0M12 19.5v.01',
  'wifi-off':
    'M4 4l16 16M8.5 6.1A14 14 0 0 1 21.5 9M2.5 9a14 14 0 0 1 2.7-1.9M5.5 12.5a9.5 9.5 0 0 1 4-2.3M14.3 10.3a9.5 9.5 0 0 1 4.2 2.2M8.7 16a5 5 0 0 1 6.3-.2M12 19.5v.01',
  share: 'M12 14.5v-11M8.5 7 12 3.5 15.5 7M8 10.5H5.5v10h13v-10H16',
  'add-square':
    'M7 4.5h10A2.5 2.5 0 0 1 19.5 7v10a2.5 2.5 0 0 1-2.5 2.5H7A2.5 2.5 0 0 1 4.5 17V7A2.5 2.5 0 0 1 7 4.5ZM12 8.5v7M8.5 12h7',
  download: 'M12 4v11M7.5 11 12 15.5 16.5 11M5 20h14',
  print: 'M7 8V3.5h10V8M7 17H4V8.5h16V17h-3M7 14h10v6.5H7z',
  instagram:
    'M8 3.5h8A4.5 4.5 0 0 1 20.5 8v8a4.5 4.5 0 0 1-4.5 4.5H8A4.5 4.5 0 0 1 3.5 16V8A4.5 4.5 0 0 1 8 3.5ZM12 15.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM16.8 7.2v.01',
  tiktok: 'M13.5 3.5v11.8a3.4 3.4 0 1 1-3.4-3.4M13.5 3.5c.4 2.9 2.3 4.7 5.2 5',
  facebook: 'M13.5 21v-7.5H17l.5-3.5h-4V8c0-1.2.6-2 2-2h2V3.1A13 13 0 0 0 15 3c-2.8 0-4.5 1.7-4.5 4.5V10h-3v3.5h3V21',
  picture: 'M4 5h16v14H4zM4 16l4.5-4.5 4 4L15 13l5 4M15.5 9v.01',
  map: 'M9 4.5 3.5 7v12.5L9 17l6 2.5 5.5-2.5V4.5L15 7zM9 4.5V17M15 7v12.5',
  bell: 'M6 17V11a6 6 0 0 1 12 0v6l1.5 1.5h-15zM10 21h4',
  'bell-off': 'M6 17V11a6 6 0 0 1 12 0v6l1.5 1.5h-15zM10 21h4M4 4l16 16',
  screen: 'M3.5 5h17v11.5h-17zM12 16.5V20M8 20h8',
  book: 'M12 6.5C9.5 5 6.5 4.5 3.5 4.5v14c3 0 6 .5 8.5 2 2.5-1.5 5.5-2 8.5-2v-14c-3 0-6 .5-8.5 2zM12 6.5v14',
} as const;

export type IconName = keyof typeof strokes;

/** Hidden from screen readers: the control has the name. */
export function Icon({ name, size = 22 }: { name: IconName; size?: number | undefined }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={strokes[name]} />
    </svg>
  );
}

interface IconButtonProps extends ComponentProps<'button'> {
  icon: IconName;
  label: string;
  size?: number;
}

/** A round button without words. */
export const IconButton = ({ icon, label, size, className = '', ...given }: IconButtonProps) => (
  <button type="button" aria-label={label} className={`icon ${className}`} {...given}>
    <Icon name={icon} size={size} />
  </button>
);
