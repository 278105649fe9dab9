import * as v from 'valibot';
import { Session } from '#core/contract';
import { read } from './store.ts';

/** Any session, or that this one was ended here: if not, the browser has deleted the site's data. */
export async function isSessionKnown({ token }: Session): Promise<boolean> {
  const { auth, revocations = [] } = await read({ auth: Session, revocations: v.array(v.string()) });
  return auth !== undefined || revocations.includes(token);
}
