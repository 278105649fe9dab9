import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { type ReactNode, useId, useState } from 'react';
import { normalisedAddress } from '#core/address';
import { maxAddresses, type NewAddress } from '#core/contract';
import { isOutside, offeredFirst } from '#core/delivery-area';
import { normalised } from '#core/normalised';
import type { RegionLevel } from '#device/api';
import { refusalOf } from '#device/failures';
import { showAlert, showMessage } from '../../../design/messages.tsx';
import { addAddressAtom } from '../../state/account/pending-addresses.ts';
import { addressesAtom } from '../../state/account/private-lists.ts';
import { regionsAtom } from '../../state/account/regions.ts';
import { sessionAtom } from '../../state/account/session.ts';
import { addressAtom, deliveryRegencies } from '../../state/checkout/checkout.ts';
import { useDraft } from '../../state/forms/drafts.ts';
import { InlineError } from '../feedback/empty-state.tsx';
import { Field, fieldsOf } from '../forms/field.tsx';
import { Form, SaveButton } from '../forms/form.tsx';
import { DeliveryArea } from './address-card.tsx';
import style from './address-form.module.css';
import { LogInAgain } from './customer-only.tsx';
import { RegionSelect } from './region-select.tsx';

const nothingTyped: NewAddress = {
  fullName: '',
  phoneNumber: '',
  fullStreet: '',
  provinsi: '',
  kabupaten: '',
  kecamatan: '',
  kelurahan: '',
};

/** The form for a new address. What is typed survives a reload. */
export function AddressForm({ onSaved, ...props }: Pick<AddressFieldsProps, 'onSaved' | 'otherwise' | 'children'>) {
  const { fullName = '', phoneNumber = '' } = useAtomValue(sessionAtom)?.user ?? {};
  const [typed, type, clear] = useDraft('new-address', { ...nothingTyped, fullName, phoneNumber });
  const addAddress = useSetAtom(addAddressAtom);

  return (
    <AddressFields
      {...props}
      typed={typed}
      type={type}
      save={addAddress}
      onSaved={(address) => {
        clear();
        onSaved(address);
      }}
      submit="Tambah Alamat"
      saved="Anda berhasil menambahkan alamat"
      stored="Alamat menunggu di HP dan akan disimpan ke akun saat tersambung"
      failed="Terjadi kesalahan saat menambahkan alamat"
    />
  );
}

interface AddressFieldsProps {
  typed: NewAddress;
  type: (field: keyof NewAddress, value: string) => void;
  save: (address: NewAddress) => Promise<'saved' | 'stored' | 'needs_login' | undefined>;
  onSaved: (address: NewAddress) => void;
  /** The words of the button, and those said afterwards. */
  submit: string;
  saved: string;
  stored: string;
  failed: string;
  /** What to do if the regions cannot be loaded. */
  otherwise?: string;
  /** Rendered next to the button. */
  children?: ReactNode;
}

/**
 * A form with the fields of an address. One without a response from the shop counts as saved: it is on the phone, and is
 * sent to the account later.
 */
export function AddressFields({
  typed,
  type,
  save: saveAddress,
  onSaved,
  submit,
  saved,
  stored,
  failed,
  otherwise,
  children,
}: AddressFieldsProps) {
  const [asked, setAsked] = useState<'texts' | 'regions'>();
  const [sessionEnded, setSessionEnded] = useState(false);
  const [isFull, setIsFull] = useState(false);
  const id = useId();

  // The regions where the couriers deliver are offered first, then those of the last address: the next one is often close to it.
  const lastSaved = useAtomValue(addressesAtom.peekAtom).data?.items.at(-1);
  const last = useAtomValue(addressAtom) ?? lastSaved;

  const provinsi = useLevel('provinces', undefined, typed.provinsi);
  const kabupaten = useLevel('regences', provinsi.value, typed.kabupaten);
  const kecamatan = useLevel('districts', kabupaten.value, typed.kecamatan);
  const kelurahan = useLevel('villages', kecamatan.value, typed.kelurahan);
  const levels = [
    {
      field: 'provinsi',
      label: 'Provinsi',
      level: provinsi,
      first: offeredFirst('provinces', deliveryRegencies, last?.provinsi),
    },
    {
      field: 'kabupaten',
      label: 'Kabupaten/Kota',
      level: kabupaten,
      first: offeredFirst('regences', deliveryRegencies, last?.kabupaten),
    },
    { field: 'kecamatan', label: 'Kecamatan', level: kecamatan, first: [last?.kecamatan] },
    { field: 'kelurahan', label: 'Kelurahan/Desa', level: kelurahan, first: [last?.kelurahan] },
  ] as const;
  const outside = isOutside({ kabupaten: kabupaten.value }, deliveryRegencies)
    ? kabupaten.regions.data?.find(({ kode }) => kode === kabupaten.value)
    : undefined;

  const textsMissing = areTextsMissing(typed);
  // A village counts as chosen only when all levels above it do.
  const regionsMissing = kelurahan.value === '';
  const textsError = asked === 'texts' && textsMissing ? `${id}-texts` : undefined;
  const regionsError = asked === 'regions' && regionsMissing ? `${id}-regions` : undefined;

  const save = async (texts: Record<string, string>, form: HTMLFormElement) => {
    setSessionEnded(false);
    setIsFull(false);
    const filled = { ...typed, ...texts };
    const missing = areTextsMissing(filled) ? 'texts' : regionsMissing ? 'regions' : undefined;
    setAsked(missing);
    if (missing) {
      const boxes = [...form.querySelectorAll<HTMLInputElement>(`[data-part='${missing}'] input`)];
      boxes.find(({ value }) => isEmpty(value))?.focus();
      return;
    }
    const address = normalisedAddress<NewAddress>(filled);
    const outcome = await saveAddress(address).catch((failure: unknown) => {
      console.warn('Address not saved', failure);
      setIsFull(refusalOf(failure)?.code === 'too_many_addresses');
      return 'failed' as const;
    });
    // The customer has logged out, or the form was closed.
    if (!outcome) return;
    if (outcome === 'failed' || outcome === 'needs_login') {
      setSessionEnded(outcome === 'needs_login');
      showAlert(failed, { ms: 2_000, urgent: true });
      return;
    }
    if (outcome === 'saved') showAlert(saved, { ms: 2_000 });
    else showMessage(stored, { ms: 3_000 });
    onSaved(address);
  };

  const field = fieldsOf(typed, type);
  const text = (name: 'fullName' | 'phoneNumber' | 'fullStreet') => ({
    ...field(name),
    required: true,
    'aria-invalid': (textsError && isEmpty(typed[name])) || undefined,
    'aria-describedby': textsError && isEmpty(typed[name]) ? textsError : undefined,
  });

  return (
    <Form noValidate className="stack gap-5" submit={save}>
      <DeliveryArea />
      <fieldset data-part="texts" className={`stack gap-4 ${style.part}`}>
        <legend className="title heavy">Penerima</legend>
        {textsError && (
          <InlineError id={textsError}>Harap isi nama lengkap, nomor handphone serta jalan terlebih dahulu</InlineError>
        )}
        <Field label="Nama lengkap" autoComplete="name" maxLength={255} {...text('fullName')} />
        <Field
          label="Nomor handphone"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          maxLength={64}
          {...text('phoneNumber')}
        />
        <div className="across">
          <Field label="Jalan" autoComplete="address-line1" maxLength={500} {...text('fullStreet')} />
        </div>
      </fieldset>
      <fieldset data-part="regions" className={`stack gap-4 ${style.part}`}>
        <legend className="title heavy">Wilayah</legend>
        {regionsError && <InlineError id={regionsError}>Harap pilih wilayah terlebih dahulu</InlineError>}
        {levels.map(({ field, label, level, first }, at) => {
          const above = levels[at - 1];
          return (
            <RegionSelect
              key={field}
              label={label}
              above={above && !above.level.value ? above.label.toLowerCase() : ''}
              {...level}
              first={first}
              warning={
                field === 'kabupaten' && outside
                  ? `Kurir kami tidak mengantar ke ${outside.nama}. Alamat ini bisa disimpan, tetapi tidak untuk pesanan dengan kurir.`
                  : ''
              }
              choose={(code) => type(field, code)}
              errorId={level.value ? undefined : regionsError}
            />
          );
        })}
        {otherwise && levels.some(({ level }) => level.failed) && <p className="notice crema">{otherwise}</p>}
      </fieldset>
      {sessionEnded && (
        <InlineError>
          Sesi Anda sudah berakhir. Yang sudah diisi tetap ada; <LogInAgain /> lagi untuk menyimpannya.
        </InlineError>
      )}
      {isFull && (
        <InlineError>
          {`Akun Anda sudah penuh: paling banyak ${maxAddresses} alamat bisa disimpan. Pakai salah satu yang tersimpan.`}
        </InlineError>
      )}
      <div className="wrap end buttons">
        {children}
        <SaveButton>{submit}</SaveButton>
      </div>
    </Form>
  );
}

const isEmpty = (value: string) => normalised(value) === '';

const areTextsMissing = ({ fullName, phoneNumber, fullStreet }: NewAddress) =>
  [fullName, phoneNumber, fullStreet].some(isEmpty);

/**
 * A level's regions and the chosen one among them. Lower selections stay when a higher one changes, but one that does not
 * belong to its parent is not chosen until its own parent is chosen again (decision F2).
 */
function useLevel(level: RegionLevel, parent: string | undefined, chosen: string) {
  const [regions, retry] = useAtom(regionsAtom(level, parent));
  const value = regions.data?.some(({ kode }) => kode === chosen) ? chosen : '';
  return { regions, retry: () => void retry(), value, failed: regions.status === 'error' && !regions.data };
}
