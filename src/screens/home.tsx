import { Link } from '@tanstack/react-router';
import { useAtomValue } from 'jotai';
import { services, shop } from '#core/shop';
import { Illustration } from '../../design/illustration.tsx';
import { Sprite, type SpriteName } from '../../design/sprite.tsx';
import { isAtTableAtom, knownTableAtom } from '../state/checkout/handover.ts';
import { ContactForm } from '../ui/shop/contact-form.tsx';
import { OpenNow } from '../ui/shop/opening.tsx';
import { ShopMap } from '../ui/shop/shop-map.tsx';
import style from './home.module.css';

export function Screen() {
  return (
    <main>
      <Hero />
      <Services />
      <AboutUs />
      <ContactUs />
    </main>
  );
}

function Hero() {
  return (
    <section className={style.hero}>
      <picture>
        <source media="(prefers-color-scheme: dark)" srcSet="/pictures/hero-night.svg" />
        <Illustration
          name="hero"
          alt="Kedai kayu di tepi air, secangkir kopi panas di meja paling depan"
          width={1200}
          height={900}
          className={`wide ${style.scene}`}
        />
      </picture>
      <div className={`stack gap-4 top start ${style.invitation}`}>
        <h1 className={style.title}>{shop.tagline}</h1>
        <p className={`soft large ${style.lead}`}>{shop.description}</p>
        <div className={style.begin}>
          <Link to="/products" className="primary tall">
            Beli Sekarang
          </Link>
          <OpenNow />
          <AtTable />
        </div>
      </div>
    </section>
  );
}

/** Says that the code on the table was understood (decision O13); over the space below, so that nothing moves. */
function AtTable() {
  const isAtTable = useAtomValue(isAtTableAtom);
  const table = useAtomValue(knownTableAtom);

  return (
    <p role="status" className={`small bold ${style.table}`}>
      {isAtTable && `Anda di meja ${table}: kami antar ke sana.`}
    </p>
  );
}

const notes: Record<string, string> = {
  pickup: 'Ambil di kasir, tanpa antre memesan',
  courier: 'Kurir mengantar sampai depan pintu',
  'dine-in': 'Kami bawa ke meja Anda',
};

/**
 * The services. Each is a link to the menu that chooses its handover there (decision O13), so it works before the scripts
 * are loaded.
 */
function Services() {
  return (
    <ul aria-label="Layanan" data-count={services.length + 1} className={`stack page ${style.services}`}>
      <Service name="Order" picture="service-order" note="Pesan dari HP, di kedai atau di rumah" />
      {services.map((service) => (
        <Service key={service.kind} {...service} note={notes[service.kind]} />
      ))}
    </ul>
  );
}

interface ServiceProps {
  kind?: string;
  name: string;
  picture: SpriteName;
  note: string | undefined;
}

function Service({ kind, name, picture, note }: ServiceProps) {
  return (
    <li>
      <Link
        to="/products"
        search={{ layanan: kind }}
        className={`card stack gap-2 top text-center plain ${style.service}`}
      >
        <Sprite name={picture} size={96} />
        <span>
          <strong lang="en" className="block large">
            {name}
          </strong>
          <span className="soft small">{note}</span>
        </span>
      </Link>
    </li>
  );
}

function AboutUs() {
  const [story] = shop.ownerToReplace.about;

  return (
    <section aria-labelledby="about-us" className={`page halves ${style.about}`}>
      <Illustration name="about-beans" width={800} height={600} lazy className="fluid rounded" />
      <div className={`stack gap-4 start top ${style.words}`}>
        <h2 id="about-us" lang="en" className="big">
          About Us
        </h2>
        {story && (
          <>
            <h3>{story.title}</h3>
            <p className="soft">{story.text}</p>
          </>
        )}
        <Link to="/about" className="secondary">
          Cerita kami
        </Link>
      </div>
    </section>
  );
}

function ContactUs() {
  return (
    <section aria-labelledby="contact-us" className={`stack gap-5 page ${style.contact}`}>
      <h2 id="contact-us" lang="en" className="big">
        Contact Us
      </h2>
      <div className="halves">
        <ShopMap lazy />
        <ContactForm />
      </div>
    </section>
  );
}
