import type { Session } from './contract.ts';

/** One customer on this device, by e-mail: the specification gives users no id. */
export const customerOf = ({ user }: Session) => user.email.toLowerCase();

/** How many addresses a customer can save at the bundled server. */
export const maxAddresses = 100;
