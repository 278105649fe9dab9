import type { ReactNode } from 'react';
import style from './entrance.module.css';
import { Illustration } from './illustration.tsx';

/** The frame of the login and the registration screen: a picture, and beside it the form. */
export function Entrance({
  picture,
  scene,
  night,
  title,
  lead,
  children,
}: {
  picture: string;
  scene: string;
  /** The same place in dark colours, where there is one. */
  night?: string;
  title: string;
  lead: string;
  children: ReactNode;
}) {
  return (
    <main className={style.entrance}>
      <div className={style.door}>
        <picture>
          {/* With room beside the form, the whole place instead of a vignette. */}
          {night && (
            <source
              media="(min-width: 48.0625rem) and (prefers-color-scheme: dark)"
              srcSet={`/pictures/${night}.svg`}
              width="1200"
              height="900"
            />
          )}
          <source media="(min-width: 48.0625rem)" srcSet={`/pictures/${scene}.svg`} width="1200" height="900" />
          <Illustration name={picture} width={320} height={240} className={style.picture} />
        </picture>
      </div>
      <div className={style.inside}>
        <h1 lang="en" className={style.title}>
          {title}
        </h1>
        <p className={style.lead}>{lead}</p>
        {children}
      </div>
    </main>
  );
}
