import { useAtomValue, useSetAtom, useStore } from 'jotai';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { isSame } from '#core/canonical';
import type { Edited } from '#core/counter';
import { grouped } from '#core/rupiah';
import { refusalOf } from '#device/failures';
import { Icon, IconButton } from '../../design/icon.tsx';
import { showMessage } from '../../design/messages.tsx';
import type { Editing } from '../state/api.ts';
import { useChange, useListing } from '../state/calls.ts';
import { loadMenu, menuAtom } from '../state/menu.ts';
import {
  changedIn,
  type Draft,
  draftOf,
  entryOf,
  isChanged,
  lastEditedAtom,
  loadEdited,
  newDraft,
  rebased,
  refusedIn,
  remove,
  save,
  signed,
  storeDraft,
  storedDraft,
  untouched,
  valueAt,
  withValueAt,
} from '../state/menu-editor.ts';
import { isOwnerAtom } from '../state/session.ts';
import { FormContext, type Notes, type OpenForm, OtherNotes } from './form-field.tsx';
import { GroupInputs } from './group-form.tsx';
import { Failure, ListingState } from './listing-state.tsx';
import { formAddress, leaveForm } from './location.ts';
import style from './menu-form.module.css';
import { ProductInputs } from './product-form.tsx';
import { confirmed } from './sheet.tsx';

/** A product or an option group of the menu in a form (decision W15), with what was typed last, else with what the shop has. */
export function MenuForm({ editing }: { editing: Editing }) {
  const setLastEdited = useSetAtom(lastEditedAtom);
  const [draft] = useState(
    () => storedDraft(editing) ?? (editing.id === undefined ? newDraft(editing.part) : undefined),
  );
  // For the groups and categories that can be chosen.
  useListing(loadMenu);
  useEffect(() => setLastEdited(editing), [setLastEdited, editing]);

  return (
    <div className={`stack gap-4 top ${style.page}`}>
      {draft ? <Editor editing={editing} opened={draft} /> : <Loaded editing={editing} />}
    </div>
  );
}

function Loaded({ editing }: { editing: Editing }) {
  const listing = useListing(useCallback((token: string) => loadEdited(token, editing), [editing]));
  const menu = useAtomValue(menuAtom);
  const known = menu?.[editing.part].find(({ _id }) => _id === editing.id);

  if (listing.data) return <Editor editing={editing} opened={draftOf(listing.data)} />;
  return (
    <>
      <Head editing={editing}>{known?.name ?? 'Menu'}</Head>
      {listing.data === null ? <p role="alert">Sudah tidak ada di menu.</p> : <ListingState listing={listing} />}
    </>
  );
}

/** The heading, beside the way back to the menu. */
function Head({ editing, children }: { editing: Editing; children: ReactNode }) {
  return (
    <div className="row gap-2">
      <IconButton icon="back" label="Kembali ke menu" className={style.back} onClick={() => leaveForm(editing)} />
      <h1 className="anywhere">{children}</h1>
    </div>
  );
}

/** Counts what is still marked. */
function refusalInWords({ faults, questions }: Notes) {
  if (faults.length === 0) return questions.length > 0 ? 'Belum disimpan. Periksa yang ditandai.' : '';
  const isEmpty = faults.every(({ message }) => message === 'Belum diisi.');
  return `${faults.length} isian belum ${isEmpty ? 'lengkap' : 'benar'}.`;
}

/** `confirmed`: what looks wrong is right. `removed`: it is not saved, but taken off the menu. */
interface How {
  confirmed?: boolean;
  removed?: Edited;
}

function Editor({ editing, opened }: { editing: Editing; opened: Draft }) {
  const { part, id } = editing;
  const store = useStore();
  const isOwner = useAtomValue(isOwnerAtom);
  const menu = useAtomValue(menuAtom);
  const element = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState(opened);
  const [isHeld, setIsHeld] = useState(false);
  /** Saved as a new one, because it was removed elsewhere. */
  const [isGone, setIsGone] = useState(false);
  /** What was sent last. */
  const [sent, setSent] = useState<Draft & How>();
  /** The questions that were answered with 'it is so'. */
  const [agreed, setAgreed] = useState<readonly unknown[]>([]);
  const { known, typed } = draft;
  const isUnsaved = isChanged(draft);
  /** The products that have this group. */
  const users = menu?.products.filter(({ option_groups }) => part === 'groups' && option_groups?.includes(id ?? ''));
  useEffect(() => storeDraft(editing, draft), [editing, draft]);

  const saving = useChange(async (token, next: Draft, { confirmed = false, removed }: How) => {
    const target = isGone ? { part, id: undefined } : editing;
    const change = removed ? remove(token, editing, removed) : save(token, target, next, confirmed);
    const saved = await change.catch((failure) => {
      if (refusalOf(failure)?.code === 'not_found') setIsGone(true);
      const current = changedIn(failure);
      if (current) setDraft(rebased(next, current));
      throw failure;
    });
    const { _id, name } = entryOf(saved);
    // That the menu cannot be loaded is no failure of the change.
    await loadMenu(token, store).catch(() => undefined);
    storeDraft(editing, undefined);
    store.set(lastEditedAtom, { part, id: _id });
    showMessage(`${name} ${removed ? 'dihapus dari menu' : 'disimpan'}`, { id: 'menu', ms: 5_000 });
    leaveForm(editing);
  });
  function send(next: Draft, how: How = {}) {
    setDraft(next);
    setSent({ ...next, ...how });
    setAgreed([]);
    void saving.change(next, how);
  }

  const current = changedIn(saving.failure);
  const changes = current && sent ? differing(part, draftOf(current), untouched(sent)).map(inWords) : [];
  const changed = ['Baru saja diubah di perangkat lain', changes.join(', ')].filter(Boolean).join(': ');
  const verb = sent?.removed ? 'hapus' : isUnsaved && 'simpan';
  const refused = refusedIn(saving.failure);
  const notes: Notes = {
    // Until the field is changed.
    faults: refused.faults.filter(({ field = '' }) => isSame(valueAt(sent?.typed, field), valueAt(typed, field))),
    // Until anything is changed.
    questions: sent?.typed === typed ? refused.questions.filter((question) => !agreed.includes(question)) : [],
  };
  const edit = (change: (typed: Draft['typed']) => Draft['typed']) =>
    setDraft((now) => ({ ...now, typed: change(now.typed) }));
  const form: OpenForm<Draft['typed']> = {
    ...notes,
    fields: typed,
    hold: setIsHeld,
    edit: (changes) => edit((before) => ({ ...before, ...changes }) as Draft['typed']),
    set: (field, value) => edit((before) => withValueAt(before, field, value)),
    correct({ field = '', meant = 0 }) {
      const text = field.startsWith('choices') ? signed(meant) : grouped(meant);
      send({ ...draft, typed: withValueAt(typed, field, text) });
    },
    agree(questions) {
      const all = [...agreed, ...questions];
      if (refused.questions.every((one) => all.includes(one))) send(draft, { confirmed: true });
      else setAgreed(all);
    },
  };

  useEffect(() => {
    if (saving.failure === undefined) return;
    const noted = element.current?.querySelector<HTMLElement>('[data-noted]');
    const otherwise = ['[type=submit]', '.danger'].map((one) => element.current?.querySelector<HTMLElement>(one));
    (noted ?? otherwise.find(Boolean))?.focus();
    // All that is said of the fields, if there is room for it above the bar; else of the first ones.
    for (const one of [...(element.current?.querySelectorAll('[data-noted]') ?? [])].reverse())
      document.getElementById(one.getAttribute('aria-describedby') ?? '')?.scrollIntoView({ block: 'nearest' });
    noted?.scrollIntoView({ block: 'nearest' });
  }, [saving.failure]);

  async function askRemoval(removed: Edited) {
    const title = `Hapus ${entryOf(removed).name}?`;
    const loss = users?.length
      ? `${users.length} produk memakainya, dan tidak bisa dipilih dengannya lagi.`
      : 'Belum dipakai produk mana pun.';
    const detail = <p>{part === 'products' ? productLoss : loss}</p>;
    const yes = `Ya, ${removalLabels[part].toLowerCase()}`;
    if (await confirmed(store, { title, detail, yes })) send(draft, { removed });
  }

  function discard() {
    setDraft(untouched(draft));
    const undo = () => {
      setDraft(draft);
      // When the form was left meanwhile.
      storeDraft(editing, draft);
      location.hash = formAddress(editing);
    };
    showMessage('Perubahan dibuang', { id: 'menu', ms: 8_000, undo });
  }

  return (
    <form ref={element} method="post" noValidate className="stack gap-5" onSubmit={() => send(draft)}>
      <Head editing={editing}>
        {known ? entryOf(known).name : part === 'products' ? 'Produk baru' : 'Kelompok baru'}
      </Head>
      {part === 'groups' && id !== undefined && users && (
        <p className="soft">
          {users.length === 0 ? 'Belum dipakai produk mana pun.' : `Dipakai ${users.length} produk.`}
        </p>
      )}
      <div className="stack gap-5" inert={saving.isBusy}>
        <FormContext value={form}>
          {part === 'products' ? <ProductInputs /> : <GroupInputs />}
          {/* Not before it is known what has it. */}
          {known && menu && (
            <button type="button" className={`danger ${style.remove}`} onClick={() => void askRemoval(known)}>
              <Icon name="trash" size={18} /> {removalLabels[part]}
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
        <Failure
          of={saving.failure}
          in={{
            ...refusals,
            menu_changed: `${changed}.${verb ? ` Periksa, lalu ${verb} lagi.` : ''}`,
            menu_refused: refusalInWords(notes),
          }}
        />
        {isUnsaved && known && saving.failure === undefined && (
          <p className="soft small">
            {`Belum disimpan: ${differing(part, draft, untouched(draft))
              .map(({ label }) => label)
              .join(', ')}`}
          </p>
        )}
        {(isUnsaved || !known) && (
          <div className="wrap gap-2 buttons">
            <button type="submit" className="primary" disabled={saving.isBusy || isHeld || !isOwner}>
              {saving.isBusy ? 'Menyimpan …' : isGone ? 'Tambahkan lagi' : 'Simpan'}
            </button>
            {isUnsaved && (
              <button type="button" className="quiet" onClick={discard}>
                Buang perubahan
              </button>
            )}
          </div>
        )}
      </div>
    </form>
  );
}

const productLoss = 'Pelanggan tidak melihatnya lagi. Pesanan yang sudah masuk tetap seperti adanya.';

const removalLabels = { products: 'Hapus dari menu', groups: 'Hapus kelompok' };

/** Why nothing was changed. */
const refusals: Record<string, string> = {
  '': 'Kedai tidak menjawab. Yang diketik tetap ada di sini; coba lagi.',
  owner_only: 'Hanya pemilik yang bisa mengubah menu. Tidak ada yang disimpan; yang diketik tetap ada di sini.',
  not_found: 'Sudah dihapus dari menu di perangkat lain. Yang diketik tetap ada di sini.',
};

/** What the fields of a product's form, or of a group's, are called. */
const labels: Record<Editing['part'], Readonly<Record<string, string>>> = {
  products: {
    name: 'Nama',
    price: 'Harga',
    category: 'Kategori',
    description: 'Keterangan',
    tags: 'Tag',
    image_url: 'Gambar',
    option_groups: 'Pilihan',
    note: 'Catatan',
  },
  groups: { name: 'Nama', rule: 'Aturan', min: 'Paling sedikit', max: 'Paling banyak', choices: 'Pilihan' },
};

/** The fields in which two drafts are different, each with its label and what the first draft has in it. */
const differing = (part: Editing['part'], { typed: one }: Draft, { typed: other }: Draft) =>
  Object.entries(labels[part]).flatMap(([name, label]) => {
    const value = valueAt(one, name);
    return isSame(value, valueAt(other, name)) ? [] : { name, label, value };
  });

/** 'Harga 20.000'; only its label where what is in it is long, or no text. */
const inWords = ({ name, label, value }: ReturnType<typeof differing>[number]) =>
  ['name', 'price', 'category', 'tags'].includes(name) ? `${label} ${value || '–'}` : label;
