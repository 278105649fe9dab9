import * as v from 'valibot';
import { User } from './contract.ts';
import { normalised, normalisedPhone } from './normalised.ts';

const characters = (value: string) => [...value].length;

/** To the letter of specification §5, for the normalised texts (decision F10). Lengths are checked first, so that the patterns stay cheap. */
export const FullName = v.pipe(
  v.string(),
  v.transform(normalised),
  v.minLength(3),
  v.maxLength(255),
  v.regex(/^[A-Za-z][A-Za-z0-9_-]*$/),
);

/** `Siti Nur'aini` is `Siti-Nuraini`. Undefined where the typed name is accepted, or has letters that the rule has no place for. */
export function acceptedNameFor(typed: string): string | undefined {
  if (v.is(FullName, typed)) return undefined;
  const name = normalised(typed)
    .normalize('NFKD')
    .replace(/[\p{Mn}\p{QMark}`´\u02b9-\u02bf]/gu, '')
    .replace(/[^\p{L}\w-]+/gu, '-')
    .replace(/^[\d_-]+|-$/g, '');
  return v.is(FullName, name) ? name : undefined;
}

export const Email = v.pipe(
  v.string(),
  v.transform(normalised),
  v.maxLength(254),
  v.regex(/^[\w.!#$%&'*+/=?^`{|}~-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+$/),
);

/** An empty e-mail passes the pattern in the form (specification §5); the server refuses it (decision F4). */
export const EmailOrEmpty = v.pipe(v.string(), v.transform(normalised), v.union([v.literal(''), Email]));

export const PhoneNumber = v.pipe(v.string(), v.maxLength(64), v.transform(normalisedPhone), v.regex(/^\d{9,15}$/));

export const Password = v.pipe(
  v.string(),
  v.maxLength(120),
  v.check((value) => characters(value) >= 3 && characters(value) <= 30),
  v.regex(/[A-Za-z]/),
  v.regex(/\d/),
);

export const Registration = v.object({
  fullName: FullName,
  email: Email,
  phoneNumber: PhoneNumber,
  password: Password,
});
export type Registration = v.InferOutput<typeof Registration>;

/** The e-mail is the customer's identity on every device (decision F5). */
export const Profile = v.object({ fullName: FullName, phoneNumber: PhoneNumber });
export type Profile = v.InferOutput<typeof Profile>;

export const UserAnswer = v.object({ user: User });

const word = v.optional(v.pipe(v.string(), v.maxLength(1_000)), '');

/** A missing e-mail or password is a separate 400 (specification §8), so both may be empty here. */
export const Credentials = v.object({ email: word, password: word });
export type Credentials = v.InferOutput<typeof Credentials>;
