/** What `doctor` says of one thing it looked at. */
export interface Finding {
  about: string;
  outcome: 'ok' | 'warning' | 'fault';
  says: string;
}

export const ok = (about: string, says: string): Finding => ({ about, outcome: 'ok', says });
export const warning = (about: string, says: string): Finding => ({ about, outcome: 'warning', says });
export const fault = (about: string, says: string): Finding => ({ about, outcome: 'fault', says });
