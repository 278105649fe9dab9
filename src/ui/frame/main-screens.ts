/**
 * The four screens that navbar and footer link to (specification §2), with the texts of the links.
 */
export const mainScreens = [
  { to: '/', name: 'Home' },
  { to: '/products', name: 'Product' },
  { to: '/about', name: 'About' },
  { to: '/contact', name: 'Contact' },
] as const;
