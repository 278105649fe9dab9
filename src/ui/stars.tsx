import { Icon } from './icon.tsx';
import style from './stars.module.css';

/** As many stars as the product says (specification §3). */
export function Stars({ count }: { count: number }) {
  return (
    <span role="img" aria-label={`${count} bintang`} className={style.stars}>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: stars are all alike
        <Icon key={index} name="star" size={15} filled />
      ))}
    </span>
  );
}
