import { useAtomValue } from 'jotai';
import { useEffect, useId, useState } from 'react';
import { refusalOf } from '#device/failures';
import { Icon } from '../../design/icon.tsx';
import { useChange } from '../state/calls.ts';
import { menuAtom } from '../state/menu.ts';
import { type ProductFields, refusedIn } from '../state/menu-editor.ts';
import { pictureTypes, storePicture, UnreadablePicture } from '../state/picture.ts';
import { Field, FieldNotes, Moves, noted, useForm } from './form-field.tsx';
import { Failure } from './listing-state.tsx';
import style from './menu-form.module.css';
import { ProductPicture } from './product-finder.tsx';

/** The inputs of a product's form. */
export function ProductInputs() {
  const categories = new Set(useAtomValue(menuAtom)?.products.map(({ category }) => category));
  const list = useId();

  return (
    <>
      <Picture />
      <Field name="name" label="Nama" />
      <div className={style.pair}>
        <Field name="price" label="Harga" more="(Rp)" inputMode="numeric" />
        <Field name="category" label="Kategori" hint="Pilih yang ada, atau tulis yang baru." list={list} />
      </div>
      <datalist id={list}>
        {[...categories].map((category) => (
          <option key={category} value={category} />
        ))}
      </datalist>
      <Field name="description" label="Keterangan" more="(boleh kosong)" rows={3} />
      <Field name="tags" label="Tag" more="(boleh kosong)" hint="Dipisahkan koma, misalnya: dingin, manis." />
      <Groups />
    </>
  );
}

/** The picture is stored when it is chosen; until the shop has it, the old one stays. */
function Picture() {
  const form = useForm<ProductFields>();
  const { fields, edit, hold } = form;
  const { image_url } = fields;
  const id = useId();
  const [chosen, setChosen] = useState<File>();
  const {
    isBusy = false,
    failure,
    change,
  } = useChange((token, file: File) => storePicture(token, file).then((name) => edit({ image_url: name })));
  const isUnreadable = failure instanceof UnreadablePicture;
  useEffect(() => hold(isBusy), [hold, isBusy]);

  function store(file: File | undefined) {
    setChosen(file);
    if (file) void change(file);
  }

  return (
    <fieldset className="stack gap-2">
      <legend className="hidden">Gambar</legend>
      <div className="row wrap">
        <label htmlFor={id} className={`center ${style.picture}`}>
          {image_url ? <ProductPicture file={image_url} size={96} /> : <Icon name="picture" size={36} />}
        </label>
        <div className="stack gap-1 start">
          <label className={`secondary ringed ${style.pick}`}>
            <Icon name={image_url ? 'edit' : 'plus'} size={18} />
            {image_url ? 'Ganti gambar' : 'Pilih atau ambil foto'}
            <input
              id={id}
              type="file"
              accept={pictureTypes.join()}
              className="hidden"
              disabled={isBusy}
              {...noted(form, 'image_url')}
              onChange={({ target }) => {
                store(target.files?.[0]);
                // The same file may be chosen once more.
                target.value = '';
              }}
            />
          </label>
          {image_url === '' ? (
            <span className="soft small">(boleh kosong)</span>
          ) : (
            <button type="button" className="quiet" disabled={isBusy} onClick={() => edit({ image_url: '' })}>
              Hapus gambar
            </button>
          )}
        </div>
      </div>
      {isBusy && <p role="status">Mengirim gambar …</p>}
      <Failure
        of={failure}
        in={{
          '': isUnreadable
            ? 'Gambar ini tidak bisa dibuka di sini. Pilih foto JPEG atau PNG.'
            : 'Gambar belum terkirim.',
          body_too_large: 'Gambar ini terlalu besar.',
          unsupported_media_type: 'Gambar ini tidak bisa dipakai. Pilih foto JPEG atau PNG.',
          owner_only: 'Hanya pemilik yang bisa mengubah menu.',
          menu_refused: refusedIn(failure).faults[0]?.message ?? '',
        }}
      />
      {failure !== undefined && !isUnreadable && refusalOf(failure) === undefined && (
        <button type="button" className={`secondary ${style.remove}`} onClick={() => store(chosen)}>
          <Icon name="refresh" size={18} /> Kirim lagi
        </button>
      )}
      <FieldNotes of="image_url" />
    </fieldset>
  );
}

/** The option groups: those that are chosen first, in the order that customers see. */
function Groups() {
  const form = useForm<ProductFields>();
  const { fields, edit } = form;
  const { option_groups: chosen, note } = fields;
  const groups = useAtomValue(menuAtom)?.groups ?? [];
  const inOrder = [
    ...chosen.flatMap((one) => groups.find(({ _id }) => _id === one) ?? []),
    ...groups.filter(({ _id }) => !chosen.includes(_id)),
  ];

  return (
    <fieldset tabIndex={-1} className="stack gap-1" {...noted(form, 'option_groups')}>
      <legend>
        <strong>Pilihan</strong>
        <span className="soft small">{` (${chosen.length > 1 ? 'dalam urutan yang dilihat pelanggan' : 'boleh kosong'})`}</span>
      </legend>
      {inOrder.map(({ _id, name, choices }) => {
        const at = chosen.indexOf(_id);
        const others = chosen.filter((one) => one !== _id);
        return (
          <div key={_id} className="row apart gap-2">
            <label className="tap check">
              <input
                type="checkbox"
                checked={at >= 0}
                onChange={({ target }) => edit({ option_groups: target.checked ? [...chosen, _id] : others })}
              />
              <span>
                <strong className="anywhere">{name}</strong>
                <span className="soft small anywhere">{choices.map((choice) => choice.name).join(', ')}</span>
              </span>
            </label>
            {at >= 0 && others.length > 0 && (
              <span className={style.moves}>
                <Moves
                  title={name}
                  at={at}
                  last={others.length}
                  move={(to) => edit({ option_groups: others.toSpliced(to, 0, _id) })}
                />
              </span>
            )}
          </div>
        );
      })}
      {chosen.length > 0 ? (
        <p className="soft small">Pelanggan juga bisa menulis catatan.</p>
      ) : (
        <label className="tap check">
          <input type="checkbox" checked={note} onChange={({ target }) => edit({ note: target.checked })} />
          <span>
            <strong>Terima catatan</strong>
            <span className="soft small">Pelanggan bisa menulis permintaan, misalnya: jangan terlalu manis.</span>
          </span>
        </label>
      )}
      <FieldNotes of="option_groups" />
    </fieldset>
  );
}
