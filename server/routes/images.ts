/** The pictures of products and payment methods, below `/images` on the API host (specification §3). */
import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { ApiError } from '../http/api-error.ts';
import { prebuild, ResponseCache } from '../http/prebuilt-response.ts';
import { imageHeaders } from '../http/security-headers.ts';
import { sendPrebuilt, weightsIn } from '../http/send.ts';
import type { App } from '../http/type-provider.ts';
import { asAvif, findPicture, isImmutable, Picture, servedAs } from '../menu/pictures.ts';
import { revalidated } from '../openapi/route-schema.ts';

const anHour = 'public, max-age=3600, stale-while-revalidate=86400';
const immutable = 'public, max-age=31536000, immutable';

/** Enough for the pictures of a menu of five hundred. */
const maxBytes = 16_000_000;

const picture = {
  operationId: 'getPicture',
  summary: 'A picture of a product or payment method, whose `image_url` is its `file`.',
  parameters: { path: v.object({ kind: Picture.entries.kind, file: Picture.entries['*'] }) },
  response: revalidated(v.any()),
  produces: ['image/*'],
  errors: ['not_found'],
} as const;

/** `GET /images/…`. To be registered where no hook writes headers. `folders` are searched in turn: an owner's own pictures come before the bundled ones. */
export function imageRoutes(app: App, folders: readonly string[]) {
  const cache = new ResponseCache(maxBytes);

  app.get('/images/:kind/*', { schema: picture }, async (request, reply) => {
    const served = servedAs(request.params);
    if (!served) throw new ApiError('not_found');
    const { file, type } = served;
    const found = await findPicture(folders, file);
    if (!found) throw new ApiError('not_found');

    // Only for a picture that `makePicture` made: otherwise a file of that name may show something else.
    const isOurs = isImmutable(file);
    const avif = isOurs && type === 'image/webp' ? await findPicture(folders, asAvif(file)) : undefined;
    const showsAvif = weightsIn(request.headers.accept)('image/avif') > 0;
    const sent = avif && showsAvif ? { ...avif, type: 'image/avif' } : { ...found, type };
    const response = cache.get(`${sent.path} ${sent.mtimeMs} ${avif !== undefined}`, async () =>
      prebuild(await readFile(sent.path), sent.type, {
        headers: { ...imageHeaders, ...(avif && { vary: 'Accept' }) },
        cacheControl: isOurs ? immutable : anHour,
        compression: sent.type === 'image/svg+xml' ? 'good' : 'none',
      }),
    );
    return sendPrebuilt(request, reply, response);
  });
}
