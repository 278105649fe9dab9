import { Session, type User } from '#core/contract';
import { type Profile, UserAnswer } from '#core/registration';
import { http, jsonOf } from './api.ts';
import { bearer } from './client.ts';
import { change } from './store.ts';

export const changeProfile = async (token: string, profile: Profile): Promise<User> => {
  const call = http.patch('auth/user', { headers: bearer(token), json: profile });
  return (await jsonOf('PATCH /auth/user', call, UserAnswer)).user;
};

/** Only if this is still the customer's session. */
export const storeUser = ({ token, user }: Session) =>
  change({ auth: Session }, ({ auth }) => (auth?.token === token ? { auth: { ...auth, user } } : {}));
