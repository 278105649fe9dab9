/** Not in every browser, and so not in TypeScript's DOM. */
interface TrustedTypes {
  createPolicy(name: string, rules: object): { createScriptURL(address: string): string };
}

/** The only script address that its page may ever name (Trusted Types, CSP `trusted-types kedai`). */
export function trustedWorker(address: '/sw.js' | '/counter-sw.js'): string {
  const types = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes;
  return types ? types.createPolicy('kedai', { createScriptURL: () => address }).createScriptURL(address) : address;
}
