import { memo } from 'react';
import style from './stars.module.css';

/** The outline of a star in a square of 24 units; the next star begins 26 units further right. */
const star = 'l2.6 5.5 6 .8-4.4 4.2 1.1 6-5.3-3-5.3 3 1.1-6-4.4-4.2 6-.8z';

/**
 * The stars of a product (specification §3), as one drawing, because the HTML of the menu page contains ten of them.
 */
export const Stars = memo(function Stars({ count }: { count: number }) {
  return (
    <span role="img" aria-label={`${count} bintang`} className={style.stars}>
      {count > 0 && (
        <svg width={16.25 * count - 1.25} height="15" viewBox={`0 0 ${26 * count - 2} 24`} aria-hidden="true">
          <path d={`M12 3.5${Array(count).fill(star).join('m26 0')}`} />
        </svg>
      )}
    </span>
  );
});
