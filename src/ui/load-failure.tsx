import button from './button.module.css';
import { Icon } from './icon.tsx';
import style from './load-failure.module.css';

/** A short word and a retry next to the place that could not load (decision O7). */
export function LoadFailure({ text, lang, retry }: { text: string; lang?: 'en'; retry: () => void }) {
  return (
    <div role="alert" className={style.failure}>
      <p lang={lang}>{text}</p>
      <button type="button" className={button.secondary} onClick={retry}>
        <Icon name="refresh" size={18} /> Coba lagi
      </button>
    </div>
  );
}
