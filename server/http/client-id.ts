/** The header `X-Client-Id`, by which the bundled server tells the devices of a customer apart (decision C3). */
import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { ApiError } from './api-error.ts';

export const ClientId = v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/), v.description('This device.'));

/** The request's `X-Client-Id`; undefined without one. Throws `invalid_header`. */
export function clientIdOf({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const id = headers['x-client-id'];
  if (id === undefined) return undefined;
  if (!v.is(ClientId, id)) throw new ApiError('invalid_header', headerFault('X-Client-Id'));
  return id;
}

export const headerFault = (name: string) => ({ message: `The header ${name} does not fit.` });
