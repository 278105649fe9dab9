import type { Session } from './contract.ts';

/** One customer on this device, by e-mail: the specification gives users no id. */
export const customerOf = ({ user }: Session) => user.email.toLowerCase();
