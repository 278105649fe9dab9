/** The API's description (OpenAPI), and a check whether a response is one that it documents. */
import Ajv2020 from 'ajv/dist/2020.js';
import { inject } from 'vitest';
import type { ErrorCode } from '../../server/http/api-error.ts';

/** As much of a JSON Schema as tests read. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  anyOf?: Schema[];
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
}

interface Description {
  paths: Record<string, Record<string, Operation>>;
  info: { license: object };
  components: { schemas: Record<string, Schema> };
}

export interface Operation {
  responses: Record<string, { description: string; content?: Record<string, object>; headers?: object }>;
  parameters?: { name: string; in: 'query' | 'header' | 'path'; required?: boolean; schema: Schema }[];
  /** JSON, but for pictures. */
  requestBody?: { content: { 'application/json'?: { schema: Schema } } };
  operationId: string;
  summary: string;
  security: object[];
  'x-dependentRequired'?: Record<string, string[]>;
}

export const description = inject('apiDescription') as Description;
const ajv = new Ajv2020({ strict: false, allErrors: true });
ajv.addSchema(description, 'api');

/** Each documented path with its pattern; only a picture's file may contain slashes. */
const patterns = Object.keys(description.paths).map(
  (path) => [path, new RegExp(`^${path.replace('{file}', '.+').replaceAll(/\{\w+\}/g, '[^/]+')}$`)] as const,
);

/** The documented path of an address; the address itself if there is none. */
function pathOf(url: string) {
  const path = (url.split('?')[0] ?? '').replace(/^\/api/, '');
  if (path in description.paths) return path;
  return patterns.find(([, pattern]) => pattern.test(path))?.[0] ?? path;
}

/** Every documented call, with an address that leads to something or to nothing, and the scheme of its session. */
export const documentedCalls = Object.entries(description.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { security, parameters = [], requestBody }]) => {
    const sample: Record<string, string> = { number: 'KT-1', product: 'tubruk', line: '0' };
    const needed = parameters.filter((one) => one.in === 'query' && one.required).map(({ name }) => `${name}=0`);
    return {
      method: method.toUpperCase() as 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
      path,
      url: `/api${path.replace(/\{(\w+)\}/g, (_, name) => sample[name] ?? '1')}${needed.length > 0 ? `?${needed}` : ''}`,
      scheme: Object.keys(security[0] ?? {})[0],
      takesBody: requestBody !== undefined,
    };
  }),
);

const pointer = (...steps: string[]) =>
  `api#/${steps.map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`;

/** Errors that any call may return: temporary ones, and those of HTTP itself. They are not documented for each call. */
export const anyCalls: ErrorCode[] = [
  'bad_request',
  'method_not_allowed',
  'request_timeout',
  'headers_too_large',
  'internal',
  'busy',
  'storage_unavailable',
  'closing',
];
/** Errors that a body causes at a call that expects none; not documented for each call either. */
const ofStrayBodies: ErrorCode[] = ['malformed_body', 'unsupported_media_type', 'body_too_large'];

/** The error codes documented for a call. */
export const refusalsOf = ({ responses }: Operation) =>
  Object.values(responses).flatMap(({ description }) => [...description.matchAll(/`(\w+)`:/g)].map(([, code]) => code));

/** A sentence about a call that refused with an undocumented code; undefined if the code is documented. */
function undocumentedRefusal(operation: Operation, method: string, url: string, code: ErrorCode) {
  if (anyCalls.includes(code) || refusalsOf(operation).includes(code)) return undefined;
  if (!operation.requestBody && ofStrayBodies.includes(code)) return undefined;
  return `${method} ${pathOf(url)} is not documented to answer ${code}`;
}

/** What a document says about a request: undefined if it allows it, else what does not fit. */
export function faultOfRequest(
  method: string,
  url: string,
  { headers = {}, body }: { headers?: Record<string, string>; body?: unknown } = {},
) {
  const operation = operationAt(method, url);
  const { searchParams } = new URL(url, 'http://shop');
  const given = (place: string, textsOf: (name: string) => string[], dependentRequired = {}) => {
    const described = (operation.parameters ?? []).filter((one) => one.in === place);
    const values = described.flatMap(({ name, schema }) => {
      const texts = textsOf(name);
      return texts.length === 0 ? [] : [[name, deserialised(texts, schema)]];
    });
    const schema = {
      properties: Object.fromEntries(described.map(({ name, schema }) => [name, schema])),
      required: described.filter((one) => one.required).map(({ name }) => name),
      dependentRequired,
    };
    return ajv.validate(schema, Object.fromEntries(values)) ? undefined : `${place}: ${ajv.errorsText()}`;
  };
  const headerOf = (name: string) => {
    const value = headers[name] ?? headers[name.toLowerCase()];
    return value === undefined ? [] : [value];
  };
  const json = operation.requestBody?.content['application/json'];
  const value = () => (typeof body === 'string' ? JSON.parse(body.replace(/^\ufeff/, '')) : body);
  return (
    given('query', (name) => searchParams.getAll(name)) ??
    given('header', headerOf, operation['x-dependentRequired']) ??
    (json && !ajv.validate(inDocument(json.schema), value()) ? `body: ${ajv.errorsText()}` : undefined)
  );
}

/** A schema of the document whose reference leads into it. */
const inDocument = ({ $ref }: Schema) => ({ $ref: `api${$ref}` });

/** The description of a call; undefined for an address or a method that has none. */
export const operationFor = (method: string, url: string) =>
  url.startsWith('/api/') ? description.paths[pathOf(url)]?.[method.toLowerCase()] : undefined;

function operationAt(method: string, url: string) {
  const operation = operationFor(method, url);
  if (!operation) throw new Error(`${method} ${url} is not documented.`);
  return operation;
}

/** What a parameter's texts are by its schema. */
function deserialised(texts: string[], { type }: Schema) {
  if (type === 'array' || texts.length > 1) return texts;
  const [text = ''] = texts;
  return type === 'integer' && /^\d+$/.test(text) ? Number(text) : text;
}

/** What differs between a response and its documentation; undefined if nothing does. */
export function faultOf(
  method: string,
  url: string,
  answer: { status: number; headers: Record<string, unknown>; text: string },
) {
  const path = pathOf(url);
  const operation = operationFor(method, url);
  if (!operation) return `${method} ${path} is not documented`;
  const status = String(answer.status) in operation.responses ? String(answer.status) : 'default';
  if (status === 'default' && answer.status < 400) return `${method} ${path} ${answer.status} is not documented`;
  const content = operation.responses[status]?.content;
  const type = String(answer.headers['content-type'] ?? '').split(';')[0] ?? '';
  if (!content) return answer.text === '' ? undefined : `${method} ${path} ${status} should be empty`;
  const documented = Object.keys(content).find(
    (one) => one === type || (one === 'image/*' && type.startsWith('image/')),
  );
  if (!documented) return `${method} ${path} ${status} is ${type}`;
  if (type !== 'application/json') return undefined;
  const at = pointer('paths', path, method.toLowerCase(), 'responses', status, 'content', documented, 'schema');
  const fits = ajv.getSchema(at);
  const body = JSON.parse(answer.text);
  if (!fits?.(body)) return `${method} ${path} ${status}: ${ajv.errorsText(fits?.errors)}`;
  return answer.status < 400 ? undefined : undocumentedRefusal(operation, method, url, body.error.code);
}
