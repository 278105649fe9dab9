/** An error that the shop's owner can mend. Its message is the one sentence they see, without a stack. */
export class StartupError extends Error {}

const portErrors: Record<string, string> = {
  EADDRINUSE: 'sudah dipakai; pilih yang lain',
  EACCES: 'tidak boleh dipakai pengguna ini; pilih yang di atas 1023',
};

/** The `StartupError` of a port that cannot be listened on, which `setting` names; undefined for an error of another kind. */
export function portError(error: unknown, port: number, setting: string): StartupError | undefined {
  const words = portErrors[String((error as NodeJS.ErrnoException).code)];
  return words === undefined ? undefined : new StartupError(`Port ${port} ${words} dengan ${setting}.`);
}
