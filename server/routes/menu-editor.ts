/** What owners change of the menu at the counter (decision W15). */
import * as v from 'valibot';
import type { OptionGroup, Product } from '#core/contract';
import { EditedGroup, EditedProduct, GroupEdit, ProductEdit, StoredPicture } from '#core/counter';
import { noteStaffEvent, type StaffOnDevice } from '../accounts/staff.ts';
import type { Context } from '../context.ts';
import { ApiError } from '../http/api-error.ts';
import type { App } from '../http/type-provider.ts';
import { editedGroup, withGroup, withoutGroup } from '../menu/group-edits.ts';
import { editedProduct, type MenuEdit, withoutProduct, withProduct } from '../menu/menu-edits.ts';
import { type MenuSnapshot, menuIn } from '../menu/menu-snapshot.ts';
import { beginMenuChange, storeOwnersMenu } from '../menu/menu-store.ts';
import { isServed, PictureError } from '../menu/pictures.ts';
import { storeSentPicture } from '../menu/store-picture.ts';
import { IdPath, noContent } from '../openapi/route-schema.ts';

const Revision = v.object({
  revision: v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.description('That of what its owner has seen.')),
});

const calls = (name: 'Product' | 'Group', { Edited, Edit }: Record<'Edited' | 'Edit', v.GenericSchema>) => {
  const what = name === 'Product' ? 'a product' : 'an option group';
  return {
    reading: {
      params: IdPath,
      operationId: `get${name}ToEdit`,
      summary: `Reads ${what} as the owner's menu has it, with its revision.`,
      response: { 200: Edited },
    },
    adding: {
      operationId: `add${name}`,
      summary: `Adds ${what} to the menu.`,
      description: 'Sent again, it is the one that was added.',
      body: Edit,
      response: { 201: Edited },
      errors: ['menu_refused'],
    },
    changing: {
      params: IdPath,
      operationId: `change${name}`,
      summary: `Changes ${what} of the menu.`,
      description: 'Refused with what is stored when its `revision` is another one, unless it is already so.',
      body: Edit,
      response: { 200: Edited },
      errors: ['menu_changed', 'menu_refused'],
    },
    removing: {
      params: IdPath,
      operationId: `remove${name}`,
      summary: `Takes ${what} off the menu.`,
      querystring: Revision,
      response: noContent,
      errors: ['menu_changed', 'menu_refused'],
    },
  } as const;
};

const storing = {
  operationId: 'storePicture',
  summary: 'Stores a picture of a product.',
  description:
    'The body is a JPEG, PNG, WebP or AVIF of at most 2 MB. A product shows it once its `image_url` has the name.',
  consumes: ['image/*'],
  response: { 201: StoredPicture },
  errors: ['body_too_large', 'unsupported_media_type', 'menu_refused'],
} as const;

const maxPictureBytes = 2_000_000;

/** How products, or option groups, are edited; `check` may refuse an edit before. */
interface Edits<Edit, Entry> {
  edited: (menu: MenuSnapshot, id: string) => unknown;
  withEdit: (menu: MenuSnapshot, edit: Edit, id?: string) => MenuEdit<Entry> | string;
  without: (menu: MenuSnapshot, id: string, revision: number) => MenuEdit<Entry>;
  check?: (edit: Edit, id?: string) => Promise<void>;
}

/** To be registered where every request has an owner. */
export function menuEditorRoutes(app: App, { database, menu, images, onChange, now }: Context) {
  /** Resolves with the id. `what` names the event. */
  async function change<Entry extends Product | OptionGroup>(
    by: StaffOnDevice,
    what: 'product' | 'group',
    edit: (snapshot: MenuSnapshot) => MenuEdit<Entry> | string,
  ): Promise<string> {
    const id = await database.transaction().execute(async (transaction) => {
      await beginMenuChange(transaction);
      const edited = edit(await menuIn(transaction));
      if (typeof edited === 'string') return edited;
      const { before = null, after = null } = edited;
      await storeOwnersMenu(transaction, edited.menu, what === 'group' ? after?._id : undefined);
      const kind = before === null ? `${what}_added` : after === null ? `${what}_removed` : `${what}_changed`;
      await noteStaffEvent(transaction, { by, now: now(), kind, detail: { before, after } });
      return (after ?? before)?._id ?? '';
    });
    // Before anybody is told to look.
    await menu.latest();
    onChange();
    return id;
  }

  /** Only of a picture that the product does not have yet: on another machine an older one may be missing. */
  async function requirePicture({ image_url: name = '' }: ProductEdit, id?: string) {
    if (name === '' || name === (await menu.latest()).product(id ?? '')?.image_url) return;
    if (!(await isServed(images, 'products', name))) throw refusedPicture('Gambarnya tidak ada di kedai; pilih lagi.');
  }

  function serve<Edit, Entry extends Product | OptionGroup>(
    what: 'product' | 'group',
    schema: ReturnType<typeof calls>,
    { edited, withEdit, without, check = async () => {} }: Edits<Edit, Entry>,
  ) {
    const path = `/counter/${what}s` as const;
    async function save(by: StaffOnDevice, edit: Edit, id?: string) {
      await check(edit, id);
      const saved = await change(by, what, (snapshot) => withEdit(snapshot, edit, id));
      return edited(await menu.latest(), saved);
    }
    app.get(`${path}/:id`, { schema: schema.reading }, async ({ params }) => edited(await menu.latest(), params.id));
    app.post(path, { schema: schema.adding }, ({ staff, body }) => save(staff, body as Edit));
    app.put(`${path}/:id`, { schema: schema.changing }, ({ staff, body, params }) =>
      save(staff, body as Edit, params.id),
    );
    app.delete(`${path}/:id`, { schema: schema.removing }, async ({ staff, query, params }) => {
      await change(staff, what, (snapshot) => without(snapshot, params.id, Number(query.revision)));
    });
  }
  serve('product', calls('Product', { Edited: EditedProduct, Edit: ProductEdit }), {
    ...{ edited: editedProduct, withEdit: withProduct, without: withoutProduct, check: requirePicture },
  });
  serve('group', calls('Group', { Edited: EditedGroup, Edit: GroupEdit }), {
    ...{ edited: editedGroup, withEdit: withGroup, without: withoutGroup },
  });

  app.register(async (pictures: App) => {
    pictures.removeAllContentTypeParsers();
    pictures.addContentTypeParser(/^image\//, { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    pictures.post('/counter/pictures', { schema: storing, bodyLimit: maxPictureBytes }, async ({ body }) => {
      const [folder] = images;
      if (!Buffer.isBuffer(body) || folder === undefined) throw new ApiError('unsupported_media_type');
      const image_url = await storeSentPicture(folder, body).catch((error) => {
        throw error instanceof PictureError ? refusedPicture(`Gambar ini ${error.message}.`) : error;
      });
      return { image_url };
    });
  });
}

const refusedPicture = (message: string) =>
  new ApiError('menu_refused', { menu: { faults: [{ field: 'image_url', message }], questions: [] } });
