import type { ReactNode } from 'react';
import style from './entrance.module.css';

/** The two screens through which a customer comes in: a picture at the door, and beside it what to fill in. */
export function Entrance({
  picture,
  title,
  lead,
  children,
}: {
  picture: string;
  title: string;
  lead: string;
  children: ReactNode;
}) {
  return (
    <main className={style.entrance}>
      <div className={style.door}>
        <img src={`/pictures/${picture}.svg`} alt="" width="320" height="240" className={style.picture} />
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
