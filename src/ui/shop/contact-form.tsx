import { shop, whatsAppTo } from '#core/shop';
import { Icon } from '../../../design/icon.tsx';
import { useDraft } from '../../state/forms/drafts.ts';
import { Field, fieldsOf } from '../forms/field.tsx';
import { Form } from '../forms/form.tsx';
import style from './contact-form.module.css';

const noSender = { name: '', email: '', phone: '' };

/**
 * Opens WhatsApp, or an e-mail, with a message to the shop that names the writer. Posts nothing to the API, and stores the
 * typed text (decisions F5 and F8).
 */
export function ContactForm() {
  const [sender, setSender] = useDraft('contact', noSender);
  const message = messageFrom(sender);

  const typed = fieldsOf(sender, setSender);
  const open = (filled: Record<string, string>) => {
    const address = whatsAppTo(messageFrom({ ...noSender, ...filled }));
    // A browser opens no window for a tap that was made before the scripts had loaded.
    if (navigator.userActivation?.isActive === false) location.assign(address);
    else window.open(address, '_blank', 'noopener,noreferrer');
  };

  return (
    <Form aria-label="Kirim pesan" noValidate className="stack gap-4 top" submit={open}>
      <Field label={<span lang="en">Name</span>} autoComplete="name" {...typed('name')} />
      <Field label="Email" type="email" autoComplete="email" {...typed('email')} />
      <Field label={<span lang="en">Phone</span>} type="tel" autoComplete="tel" {...typed('phone')} />
      <button type="submit" className="primary wide">
        <Icon name="chat" size={20} /> kirim pesan
      </button>
      <p className={`soft small ${style.next}`}>
        WhatsApp terbuka dengan data di atas; tulis dan kirim pesannya di sana. Lebih suka e-mail?{' '}
        <a href={`mailto:${shop.contact.email}?${mailFrom(sender, message)}`}>{shop.contact.email}</a>
      </p>
    </Form>
  );
}

/** A message that names the writer; the customer types the rest. */
function messageFrom({ name, email, phone }: typeof noSender) {
  const reachable = [email, phone].map((way) => way.trim()).filter(Boolean);
  return [
    `Halo ${shop.title}, ${name.trim() ? `saya ${name.trim()}` : 'saya ingin bertanya'}.`,
    ...(reachable.length > 0 ? [`Saya bisa dihubungi di ${reachable.join(' atau ')}.`] : []),
    '',
    '',
  ].join('\n');
}

const mailFrom = ({ name }: typeof noSender, message: string) =>
  [
    `subject=${encodeURIComponent(name.trim() ? `Pesan dari ${name.trim()}` : `Pesan untuk ${shop.title}`)}`,
    `body=${encodeURIComponent(message)}`,
  ].join('&');
