/**
 * The four screens that the navbar and the footer of every page lead to (specification §2), with the words of their
 * links.
 */
export const mainScreens = [
  { to: '/', name: 'Home' },
  { to: '/products', name: 'Product' },
  { to: '/about', name: 'About' },
  { to: '/contact', name: 'Contact' },
] as const;
