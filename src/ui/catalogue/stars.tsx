import style from './stars.module.css';

/** From its top around to its top again, in a field of 24 units; the next one begins 26 further on. */
const star = 'l2.6 5.5 6 .8-4.4 4.2 1.1 6-5.3-3-5.3 3 1.1-6-4.4-4.2 6-.8z';

/**
 * As many stars as the product says (specification §3), as one drawing: the page of the menu has ten of them in its
 * HTML.
 */
export function Stars({ count }: { count: number }) {
  return (
    <span role="img" aria-label={`${count} bintang`} className={style.stars}>
      {count > 0 && (
        <svg width={16.25 * count - 1.25} height="15" viewBox={`0 0 ${26 * count - 2} 24`} aria-hidden="true">
          <path d={`M12 3.5${Array(count).fill(star).join('m26 0')}`} />
        </svg>
      )}
    </span>
  );
}
