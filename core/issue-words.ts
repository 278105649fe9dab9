import type { BaseIssue } from 'valibot';

const kinds: Record<string, string> = {
  string: 'teks',
  number: 'angka',
  boolean: 'true atau false',
  Object: 'objek',
  Array: 'daftar',
};

/** What is wrong with a value, in words for the owner who wrote it into a file. */
export function issueWords({ expected, received, message }: BaseIssue<unknown>) {
  if (received === 'undefined') return 'belum diisi';
  if (expected === 'never') return 'tidak dikenal';
  if (!message.startsWith('Invalid')) return message;
  return expected === null ? 'tidak cocok' : `harus ${kinds[expected] ?? expected}, bukan ${received}`;
}
