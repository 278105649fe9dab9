import { shop } from '#core/shop';
import { Icon } from '../../design/icon.tsx';
import page from '../ui/frame/story-page.module.css';
import { ContactForm } from '../ui/shop/contact-form.tsx';
import { ShopMap } from '../ui/shop/shop-map.tsx';
import { WhatsAppLink } from '../ui/shop/whatsapp-link.tsx';

export function Screen() {
  return (
    <main className={page.page}>
      <header className={page.head}>
        <h1 lang="en">Contact Us</h1>
        <p className="soft large">Mampir, telepon, atau kirim pesan. Kami senang membantu.</p>
      </header>
      <div className="halves">
        <ShopMap />
        <section aria-labelledby="write" className="stack gap-4">
          <h2 id="write">Tulis ke kami</h2>
          <Ways />
          <ContactForm />
        </section>
      </div>
      <Testimonials />
    </main>
  );
}

function Ways() {
  return (
    <ul className="wrap gap-5 flat taps bold anywhere">
      <li>
        <a href={`tel:${shop.contact.phone.replace(/[^\d+]/g, '')}`}>
          <Icon name="phone" size={20} /> {shop.contact.phone}
        </a>
      </li>
      <li>
        <WhatsAppLink message="">
          <Icon name="chat" size={20} /> WhatsApp
        </WhatsAppLink>
      </li>
      <li className="wide">
        <a href={`mailto:${shop.contact.email}`}>
          <Icon name="mail" size={20} /> {shop.contact.email}
        </a>
      </li>
    </ul>
  );
}

/** The owner has to fill in the testimonials; until then their texts say so and contain no praise (decision F13). */
function Testimonials() {
  const { testimonials } = shop.ownerToReplace;
  if (testimonials.length === 0) return null;

  return (
    <section aria-labelledby="testimonials" className="stack gap-5">
      <h2 id="testimonials">Kata pelanggan</h2>
      <ul className="stack columns gap-4">
        {testimonials.map(({ text, name, role }) => (
          <li key={text} className="box padded">
            <figure className="stack gap-4">
              <blockquote className="soft">{text}</blockquote>
              <figcaption className="row wrap">
                <span aria-hidden="true" className="disc soft">
                  <Icon name="user" size={20} />
                </span>
                <span>
                  <span className="block bold">{name}</span>
                  <span className="block soft small">{role}</span>
                </span>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </section>
  );
}
