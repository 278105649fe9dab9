import type { BaseIssue } from 'valibot';

const kinds: Record<string, string> = {
  string: 'teks',
  number: 'angka',
  boolean: 'true atau false',
  Object: 'objek',
  Array: 'daftar',
};

export function issueWords({ type, expected, received, message }: BaseIssue<unknown>) {
  if (received === 'undefined') return 'belum diisi';
  if (expected === 'never') return 'tidak dikenal';
  if (!message.startsWith('Invalid')) return message;
  if (type === 'integer') return 'harus angka bulat';
  return expected === null ? 'tidak cocok' : `harus ${kinds[expected] ?? expected}, bukan ${received}`;
}
