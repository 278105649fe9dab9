import { Link } from '@tanstack/react-router';
import { shop } from '#core/shop';
import button from '../ui/button.module.css';
import { ContactForm } from '../ui/contact-form.tsx';
import { ShopMap } from '../ui/shop-map.tsx';
import style from './home.module.css';

export function HomeScreen() {
  return (
    <main>
      <Hero />
      <AboutUs />
      <ContactUs />
    </main>
  );
}

function Hero() {
  return (
    <section className={style.hero}>
      <img
        src="/pictures/hero.svg"
        alt="Kedai kayu di tepi air pada pagi hari, secangkir kopi panas di meja paling depan"
        width="1200"
        height="900"
        fetchPriority="high"
        className={style.scene}
      />
      <div className={style.invitation}>
        <h1 className={style.title}>{shop.tagline}</h1>
        <p className={style.lead}>{shop.description}</p>
        <Link to="/products" className={button.primary}>
          Beli Sekarang
        </Link>
      </div>
    </section>
  );
}

function AboutUs() {
  const [story] = shop.ownerToReplace.about;

  return (
    <section aria-labelledby="about-us" className={style.about}>
      <img
        src="/pictures/about-beans.svg"
        alt=""
        width="800"
        height="600"
        loading="lazy"
        className={style.aboutPicture}
      />
      <div className={style.words}>
        <h2 id="about-us" lang="en">
          About Us
        </h2>
        {story && (
          <>
            <h3>{story.title}</h3>
            <p>{story.text}</p>
          </>
        )}
        <Link to="/about" className={button.secondary}>
          Cerita kami
        </Link>
      </div>
    </section>
  );
}

function ContactUs() {
  return (
    <section aria-labelledby="contact-us" className={style.contact}>
      <h2 id="contact-us" lang="en">
        Contact Us
      </h2>
      <div className={style.contactColumns}>
        <ShopMap />
        <ContactForm />
      </div>
    </section>
  );
}
