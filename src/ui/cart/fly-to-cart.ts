import style from './fly-to-cart.module.css';

/** Animates the product's picture from `card` to the cart in the navbar, unless the customer wants less motion. */
export function flyToCart(card: Element | null | undefined) {
  const picture = card?.querySelector<HTMLElement | SVGElement>('img, svg[data-src]');
  const cart = document.querySelector('[data-cart]');
  if (!picture || !cart || matchMedia('(prefers-reduced-motion: reduce)').matches) return;

  const [from, to] = [picture.getBoundingClientRect(), cart.getBoundingClientRect()];
  const flying = picture.cloneNode(true) as typeof picture;
  flying.setAttribute('class', `${style.flying}`);
  flying.style.cssText = `left:${from.x}px;top:${from.y}px;width:${from.width}px`;
  // A dialog that the card may be is being closed.
  document.body.append(flying);
  const half = from.width / 2;
  const [x, y] = [to.x + to.width / 2 - from.x - half, to.y + to.height / 2 - from.y - half];
  flying.animate(
    {
      transform: [
        'none',
        `translate(${x * 0.45}px, ${y * 0.75}px) scale(0.4)`,
        `translate(${x}px, ${y}px) scale(0.06)`,
      ],
    },
    { duration: 520, easing: 'cubic-bezier(0.4, 0.1, 0.3, 1)' },
  ).onfinish = () => flying.remove();
}
