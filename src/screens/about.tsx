import { Link } from '@tanstack/react-router';
import { shop } from '#core/shop';
import { Illustration } from '../../design/illustration.tsx';
import page from '../ui/frame/story-page.module.css';
import style from './about.module.css';

/** One picture for each of the owner's texts. */
const pictures = [
  { name: 'about-beans', alt: 'Kebun kopi di kaki gunung, dan tampah berisi ceri, biji hijau, dan biji sangrai' },
  { name: 'about-counter', alt: 'Barista menuang kopi saring di balik meja, jendela menghadap air' },
];

export function Screen() {
  return (
    <main className={page.page}>
      <header className={page.head}>
        <h1 lang="en">About Us</h1>
        <p className="soft large">{shop.description}</p>
      </header>
      {shop.ownerToReplace.about.map(({ title, text }, index) => {
        const picture = pictures[index % pictures.length];
        return (
          <section key={title} className="halves">
            {picture && (
              <Illustration {...picture} width={800} height={600} lazy={index > 0} className="fluid rounded" />
            )}
            <div className={`stack gap-4 top ${style.words}`}>
              <h2 className="big">{title}</h2>
              <p className={`soft ${style.text}`}>{text}</p>
            </div>
          </section>
        );
      })}
      <p className="wrap">
        <Link to="/products" className="primary">
          Lihat menu
        </Link>
        <Link to="/contact" className="secondary">
          Kunjungi kami
        </Link>
      </p>
    </main>
  );
}
