import type { Session } from './contract.ts';

/** The id of a customer on this device: the e-mail address, because the specification gives users no id. */
export const customerOf = ({ user }: Session) => user.email.toLowerCase();

/** How many addresses a customer can save at the bundled server. */
export const maxAddresses = 100;
