import { Link } from '@tanstack/react-router';
import { shop, whatsAppTo } from '#core/shop';
import { Sprite } from '../../../design/sprite.tsx';
import style from './footer.module.css';
import { useRenderedPathname } from './location.ts';
import { mainScreens } from './navbar.tsx';

/** The checkout has a short one: its customers have found the shop. */
export function Footer() {
  const isShort = useRenderedPathname().startsWith('/carts');

  return (
    <footer className={isShort ? style.short : style.footer}>
      <div className={`wrap apart page ${style.columns}`}>
        {!isShort && (
          <div className={`stack gap-2 top ${style.shop}`}>
            <p className={`row title heavy ${style.title}`}>
              <Sprite name="logo-on-dark" size={44} />
              <span>{shop.title}</span>
            </p>
            <p>{shop.tagline}</p>
            <p className={style.address}>{shop.contact.address.join(', ')}</p>
          </div>
        )}
        <nav aria-label="Halaman" className={style.links} lang="en">
          {mainScreens.map(({ to, name }) => (
            <Link key={to} to={to} activeOptions={{ exact: true, includeSearch: false }}>
              {name}
            </Link>
          ))}
        </nav>
        {!isShort && (
          <ul aria-label="Hubungi kami" className={style.links}>
            <li>
              <a href={whatsAppTo(`Halo ${shop.title}, `)} target="_blank" rel="noopener noreferrer">
                WhatsApp
              </a>
            </li>
            <li>
              <a href={`mailto:${shop.contact.email}`}>E-mail</a>
            </li>
          </ul>
        )}
        <ul aria-label="Media sosial" className={style.links}>
          {shop.social.map(({ name, url }) => (
            <li key={name}>
              <a href={url} target="_blank" rel="noopener noreferrer">
                {name}
              </a>
            </li>
          ))}
        </ul>
      </div>
      <p className={`page taps small ${style.copyright}`}>
        <span>{`© ${shop.copyrightYear} ${shop.owner}`}</span> <a href="/licenses.txt">Lisensi</a>
      </p>
    </footer>
  );
}
