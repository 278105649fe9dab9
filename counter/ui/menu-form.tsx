import { useAtomValue, useSetAtom, useStore } from 'jotai';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { isSame } from '#core/canonical';
import type { Product } from '#core/contract';
import { grouped } from '#core/rupiah';
import { refusalOf } from '#device/failures';
import { Icon } from '../../design/icon.tsx';
import { showMessage } from '../../design/messages.tsx';
import type { MenuPart } from '../state/api.ts';
import { useChange, useListing } from '../state/calls.ts';
import { loadMenu, menuAtom } from '../state/menu.ts';
import {
  changedIn,
  type Draft,
  groupKind,
  isChanged,
  type Kind,
  type Known,
  lastEditedAtom,
  loadKnown,
  newDraft,
  productKind,
  rebased,
  refusedIn,
  remove,
  restore,
  saveDraft,
  signed,
  storeDraft,
  storedDraft,
  valueAt,
  withValueAt,
} from '../state/menu-editor.ts';
import { isOwnerAtom } from '../state/session.ts';
import { FormContext, type Notes, type OpenForm, OtherNotes } from './form-field.tsx';
import { GroupInputs } from './group-form.tsx';
import { Failure, ListingState } from './listing-state.tsx';
import { type Editing, formAddress, leaveForm } from './location.ts';
import style from './menu-form.module.css';
import { ProductInputs } from './product-form.tsx';
import { Sheet } from './sheet.tsx';

/** What the form of a product, or of an option group, says; `labels`: what its fields are called. */
const words: Record<MenuPart, { title: string; remove: string; labels: Labels }> = {
  products: {
    title: 'Produk baru',
    remove: 'Hapus dari menu',
    labels: {
      name: 'Nama',
      price: 'Harga',
      category: 'Kategori',
      description: 'Keterangan',
      tags: 'Tag',
      image_url: 'Gambar',
      option_groups: 'Pilihan',
      note: 'Catatan',
    },
  },
  groups: {
    title: 'Kelompok baru',
    remove: 'Hapus kelompok',
    labels: { name: 'Nama', rule: 'Aturan', min: 'Paling sedikit', max: 'Paling banyak', choices: 'Pilihan' },
  },
};

/** A product or an option group of the menu in a form (decision W15). */
export function MenuForm({ part, id }: Editing) {
  const setLastEdited = useSetAtom(lastEditedAtom);
  // For the groups and categories that can be chosen.
  useListing(loadMenu);
  useEffect(() => setLastEdited({ part, id }), [setLastEdited, part, id]);

  return (
    <div className={`stack gap-4 top ${style.page}`}>
      {part === 'products' ? <Opened kind={productKind} id={id} /> : <Opened kind={groupKind} id={id} />}
    </div>
  );
}

interface OpenedProps<Fields> {
  kind: Kind<Fields>;
  id: string | undefined;
}

/** Opens the form with what was typed last, else with what the shop has. */
function Opened<Fields extends { name: string }>({ kind, id }: OpenedProps<Fields>) {
  const [draft] = useState(
    () => storedDraft(kind, id) ?? (id === undefined ? newDraft({ fields: kind.empty() }) : undefined),
  );
  return draft ? <Editor kind={kind} id={id} opened={draft} /> : <Loaded kind={kind} id={id} />;
}

function Loaded<Fields extends { name: string }>({ kind, id = '' }: OpenedProps<Fields>) {
  const listing = useListing(useCallback((token: string) => loadKnown(kind, token, id), [kind, id]));
  const menu = useAtomValue(menuAtom);
  const known = [...(menu?.products ?? []), ...(menu?.groups ?? [])].find(({ _id }) => _id === id);

  if (listing.data) return <Editor kind={kind} id={id} opened={newDraft(listing.data)} />;
  return (
    <>
      <Head editing={{ part: kind.part, id }}>{known?.name ?? 'Menu'}</Head>
      {listing.data === null ? <p role="alert">Sudah tidak ada di menu.</p> : <ListingState listing={listing} />}
    </>
  );
}

/** The heading, beside the way back to the menu. */
function Head({ editing, children }: { editing: Editing; children: ReactNode }) {
  return (
    <div className="row gap-2">
      <button
        type="button"
        className={`icon ${style.back}`}
        aria-label="Kembali ke menu"
        onClick={() => leaveForm(editing)}
      >
        <Icon name="back" />
      </button>
      <h1 className="anywhere">{children}</h1>
    </div>
  );
}

const refusals: Record<string, string> = {
  '': 'Kedai tidak menjawab. Yang diketik tetap ada di sini; coba lagi.',
  owner_only: 'Hanya pemilik yang bisa mengubah menu. Tidak ada yang disimpan; yang diketik tetap ada di sini.',
  not_found: 'Sudah dihapus dari menu di perangkat lain. Yang diketik tetap ada di sini.',
  menu_changed: 'Baru saja diubah di perangkat lain. Batal, lalu periksa lagi.',
};

/** Counts what is still marked. */
function refusalInWords({ faults, questions }: Notes) {
  if (faults.length === 0) return questions.length > 0 ? 'Belum disimpan. Periksa yang ditandai.' : '';
  const isEmpty = faults.every(({ message }) => message === 'Belum diisi.');
  return `${faults.length} isian belum ${isEmpty ? 'lengkap' : 'benar'}.`;
}

function Editor<Fields extends { name: string }>({
  kind,
  id,
  opened,
}: OpenedProps<Fields> & { opened: Draft<Fields> }) {
  const { title, remove: removeWords, labels } = words[kind.part];
  const store = useStore();
  const isOwner = useAtomValue(isOwnerAtom);
  const menu = useAtomValue(menuAtom);
  const element = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState(opened);
  const [isHeld, setIsHeld] = useState(false);
  const [isRemoving, setIsRemoving] = useState(false);
  const [sent, setSent] = useState<Draft<Fields>>();
  /** The questions that were answered with 'it is so'. */
  const [agreed, setAgreed] = useState<readonly unknown[]>([]);
  const { known, typed } = draft;
  const isUnsaved = isChanged(kind, draft);
  /** The products that have this group. */
  const users = menu?.products.filter(({ option_groups = [] }) => option_groups.includes(id ?? ''));
  useEffect(() => storeDraft(kind, id, draft), [kind, id, draft]);

  const saving = useChange(
    (token, next: Draft<Fields>, { confirmed = false, isNew = false }: { confirmed?: boolean; isNew?: boolean }) =>
      saveDraft(store, token, kind, { id: isNew ? undefined : id, draft: next, confirmed }),
    (saved) => {
      storeDraft(kind, id, undefined);
      store.set(lastEditedAtom, { part: kind.part, id: saved.id });
      showMessage(`${saved.fields.name} disimpan`, { id: 'menu', ms: 5_000 });
      leaveForm({ part: kind.part, id });
    },
  );
  function save(next: Draft<Fields>, options = {}) {
    setDraft(next);
    setSent(next);
    setAgreed([]);
    void saving.change(next, options);
  }

  const theirs = changedIn(kind, saving.failure);
  const refused = refusedIn(saving.failure);
  const notes: Notes = {
    // Until the field is changed.
    faults: refused.faults.filter(({ field = '' }) => isSame(valueAt(sent?.typed, field), valueAt(typed, field))),
    // Until anything is changed.
    questions: sent?.typed === typed ? refused.questions.filter((question) => !agreed.includes(question)) : [],
  };
  const edit = (change: (typed: Fields) => Fields) => setDraft((now) => ({ ...now, typed: change(now.typed) }));
  const form: OpenForm<Fields> = {
    ...notes,
    fields: typed,
    hold: setIsHeld,
    edit: (changes) => edit((before) => ({ ...before, ...changes })),
    set: (field, value) => edit((before) => withValueAt(before, field, value)),
    correct({ field = '', meant = 0 }) {
      const text = field.startsWith('choices') ? signed(meant) : grouped(meant);
      save({ ...draft, typed: withValueAt(typed, field, text) });
    },
    agree(questions) {
      const all = [...agreed, ...questions];
      if (refused.questions.every((one) => all.includes(one))) save(draft, { confirmed: true });
      else setAgreed(all);
    },
  };

  useEffect(() => {
    if (saving.failure === undefined) return;
    const noted = element.current?.querySelector<HTMLElement>('[data-noted]');
    (noted ?? element.current?.querySelector<HTMLElement>('[type=submit]'))?.focus();
    // All that is said of the fields, if there is room for it above the bar; else of the first ones.
    for (const one of [...(element.current?.querySelectorAll('[data-noted]') ?? [])].reverse())
      document.getElementById(one.getAttribute('aria-describedby') ?? '')?.scrollIntoView({ block: 'nearest' });
    noted?.scrollIntoView({ block: 'nearest' });
  }, [saving.failure]);

  return (
    <form
      ref={element}
      method="post"
      noValidate
      className="stack gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        save(draft);
      }}
    >
      <Head editing={{ part: kind.part, id }}>{known.fields.name || title}</Head>
      {kind.part === 'groups' && id !== undefined && users && (
        <p className="soft">
          {users.length === 0 ? 'Belum dipakai produk mana pun.' : `Dipakai ${users.length} produk.`}
        </p>
      )}
      <div className="stack gap-5" inert={saving.isBusy}>
        <FormContext value={form}>
          {kind.part === 'products' ? <ProductInputs /> : <GroupInputs />}
          {id !== undefined && (
            <button type="button" className={`danger ${style.remove}`} onClick={() => setIsRemoving(true)}>
              <Icon name="trash" size={18} /> {removeWords}
            </button>
          )}
          <OtherNotes />
        </FormContext>
      </div>
      <div className={`stack gap-2 ${style.bar}`}>
        {!isOwner && (
          <p role="alert" className="notice bad">
            Anda bukan pemilik lagi: menu tidak bisa disimpan. Yang diketik tetap ada di sini.
          </p>
        )}
        {theirs && theirs.revision !== known.revision ? (
          <Conflict
            theirs={theirs.fields}
            before={known.fields}
            labels={labels}
            take={() => setDraft(newDraft(theirs))}
            save={() => save(rebased(draft, theirs))}
          />
        ) : (
          <>
            {!theirs && <Failure of={saving.failure} in={{ ...refusals, menu_refused: refusalInWords(notes) }} />}
            {isUnsaved && id !== undefined && saving.failure === undefined && (
              <p className="soft small">
                {`Belum disimpan: ${differing(labels, typed, known.fields)
                  .map(([, label]) => label)
                  .join(', ')}`}
              </p>
            )}
            {(isUnsaved || id === undefined) && (
              <div className="row wrap gap-2">
                <button type="submit" className="primary" disabled={saving.isBusy || isHeld || !isOwner}>
                  {saving.isBusy ? 'Menyimpan …' : 'Simpan'}
                </button>
                {refusalOf(saving.failure)?.code === 'not_found' && (
                  <button type="button" className="secondary" onClick={() => save(draft, { isNew: true })}>
                    Tambahkan lagi
                  </button>
                )}
                {isUnsaved && (
                  <button
                    type="button"
                    className="quiet"
                    onClick={() => {
                      setDraft(newDraft(known));
                      const undo = () => {
                        setDraft(draft);
                        // When the form was left meanwhile.
                        storeDraft(kind, id, draft);
                        location.hash = formAddress({ part: kind.part, id });
                      };
                      showMessage('Perubahan dibuang', { id: 'menu', ms: 8_000, undo });
                    }}
                  >
                    Buang perubahan
                  </button>
                )}
              </div>
            )}
          </>
        )}
      </div>
      {isRemoving && (
        <Removal
          kind={kind}
          known={known}
          users={users ?? []}
          close={(changed) => {
            setIsRemoving(false);
            if (changed) setDraft(rebased(draft, changed));
          }}
        />
      )}
    </form>
  );
}

/** What the fields of a form are called, by their names. */
type Labels = Readonly<Record<string, string>>;

/** The fields in which two are different, each with its label. */
const differing = (labels: Labels, one: unknown, other: unknown) =>
  Object.entries(labels).filter(([name]) => !isSame(valueAt(one, name), valueAt(other, name)));

interface ConflictProps {
  theirs: unknown;
  before: unknown;
  labels: Labels;
  take: () => void;
  save: () => void;
}

/** Another device was faster: says what is different now, and asks whose version holds. */
function Conflict({ theirs, before, labels, take, save }: ConflictProps) {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => notice.current?.focus({ preventScroll: true }), []);

  return (
    <div ref={notice} role="alert" tabIndex={-1} className="notice warn stack gap-2">
      <p className="bold">Baru saja diubah di perangkat lain</p>
      <ul>
        {differing(labels, theirs, before).map(([name, label]) => {
          const now = valueAt(theirs, name);
          const isShort = typeof now === 'string' && now.length <= 60 && name !== 'image_url';
          return <li key={label}>{isShort ? `${label}: ${now || '–'}` : label}</li>;
        })}
      </ul>
      <div className="row wrap gap-2">
        <button type="button" className="secondary" onClick={take}>
          Pakai yang di kedai
        </button>
        <button type="button" className="primary" onClick={save}>
          Simpan yang ini
        </button>
      </div>
    </div>
  );
}

interface RemovalProps<Fields> {
  kind: Kind<Fields>;
  known: Known<Fields>;
  users: readonly Product[];
  close: (changed?: Known<Fields>) => void;
}

/** Asks whether a product or an option group is removed, and removes it. */
function Removal<Fields extends { name: string }>({ kind, known, users, close }: RemovalProps<Fields>) {
  const store = useStore();
  const { name } = known.fields;
  const say = (text: string, undo?: () => void) =>
    showMessage(text, { id: 'removed', ms: 10_000, ...(undo && { undo }) });
  const undo = () =>
    void restore(store, kind, known, users).then(
      () => say(`${name} ada lagi di menu`),
      () => say(`${name} belum bisa dikembalikan`, undo),
    );
  const removing = useChange(
    (token) => remove(store, token, kind.part, known),
    () => {
      storeDraft(kind, known.id, undefined);
      say(`${name} dihapus dari menu`, undo);
      leaveForm({ part: kind.part, id: known.id });
    },
  );

  return (
    <Sheet
      title={`Hapus ${name}?`}
      closing="Batal"
      role="alertdialog"
      close={() => close(changedIn(kind, removing.failure))}
    >
      <p>
        {kind.part === 'products'
          ? 'Pelanggan tidak melihatnya lagi. Pesanan yang sudah masuk tetap seperti adanya.'
          : users.length > 0
            ? `${users.length} produk memakainya, dan tidak bisa dipilih dengannya lagi.`
            : 'Belum dipakai produk mana pun.'}
      </p>
      <Failure
        of={removing.failure}
        in={{ ...refusals, menu_refused: refusedIn(removing.failure).faults[0]?.message ?? '' }}
      />
      <button type="button" className="danger tall" disabled={removing.isBusy} onClick={() => void removing.change()}>
        {`Ya, ${words[kind.part].remove.toLowerCase()}`}
      </button>
    </Sheet>
  );
}
