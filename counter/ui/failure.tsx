import { refusalOf } from '#device/failures';

/** Says in one sentence why something was not done; `in`: the sentences by the code of the refusal. */
export function Failure({ of: failure, in: sentences }: { of: unknown; in: Readonly<Record<string, string>> }) {
  if (failure === undefined) return null;
  return (
    <p role="alert" className="error">
      {sentences[refusalOf(failure)?.code ?? ''] ?? 'Kedai tidak menjawab. Coba lagi.'}
    </p>
  );
}
