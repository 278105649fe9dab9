import type { Session } from './contract.ts';

/** The e-mail address, because the specification gives users no id. */
export const customerOf = ({ user }: Session) => user.email.toLowerCase();

export const maxAddresses = 100;
