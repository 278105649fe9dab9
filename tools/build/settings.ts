/** The settings of the storefront's build, read from the environment and checked before anything is built. */

export interface BuildSettings {
  /**
   * The address of the API: a path on the storefront's own origin, or another origin with an optional path; no slash at
   * the end.
   */
  apiHost: string;
  /** The storefront's own origin, for absolute addresses; empty when it is not known. */
  publicUrl: string;
}

/** An invalid setting; the message is one sentence for the person at the command line. */
export class SettingRefused extends Error {
  override name = 'SettingRefused';
}

/** Reads `VITE_API_HOST` (default `/api`) and `PUBLIC_URL` (default none). Throws `SettingRefused`. */
export const buildSettings = (environment: Record<string, string | undefined>): BuildSettings => ({
  apiHost: apiHostFrom(environment.VITE_API_HOST?.trim() || '/api'),
  publicUrl: publicUrlFrom(environment.PUBLIC_URL?.trim() ?? ''),
});

function apiHostFrom(value: string) {
  const address = webAddress(value);
  if (address) return `${address.origin}${address.pathname}`.replace(/\/+$/, '');
  if (/^(\/[\w.~-]+)+\/?$/.test(value)) return value.replace(/\/$/, '');
  throw new SettingRefused(
    `VITE_API_HOST harus path seperti "/api" atau alamat seperti "https://api.example.com/v1", bukan "${value}".`,
  );
}

function publicUrlFrom(value: string) {
  if (value === '') return '';
  const address = webAddress(value);
  if (address?.pathname === '/') return address.origin;
  throw new SettingRefused(`PUBLIC_URL harus alamat tanpa path, seperti "https://kopi.example.com", bukan "${value}".`);
}

function webAddress(value: string) {
  const address = /^https?:\/\//.test(value) && URL.canParse(value) ? new URL(value) : undefined;
  return address && !address.username && !address.password && !address.search && !address.hash ? address : undefined;
}
