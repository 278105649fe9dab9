/** The fields of a customer's own name and phone number (specification §5). */
import { acceptedNameFor } from '#core/registration';

export const nameField = {
  label: 'Nama lengkap',
  autoComplete: 'name',
  hint: 'Tanpa spasi, misalnya Sari-Dewi.',
  mended: acceptedNameFor,
};

export const phoneField = {
  label: 'Nomor handphone',
  type: 'tel',
  autoComplete: 'tel',
  hint: '9 sampai 15 angka; tanda +, spasi, dan strip boleh ditulis.',
};
