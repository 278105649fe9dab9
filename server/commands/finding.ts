/** What `doctor` says of one thing it looked at. */
export interface Finding {
  about: string;
  outcome: 'ok' | 'warning' | 'fault';
  says: string;
}

/** All is well. */
export const ok = (about: string, says: string): Finding => ({ about, outcome: 'ok', says });
/** The shop works, but its owner should know. */
export const warning = (about: string, says: string): Finding => ({ about, outcome: 'warning', says });
/** The shop does not work, or loses something: `doctor` ends with 1. */
export const fault = (about: string, says: string): Finding => ({ about, outcome: 'fault', says });
