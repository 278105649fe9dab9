/** Accounts are told apart by their e-mail in lower case. */
export const emailKey = (email: string) => email.toLowerCase();
