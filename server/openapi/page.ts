/** The API's description as a page for people. */

/** As much of an OpenAPI operation as the page shows. */
interface DescribedOperation {
  tags: [string];
  summary: string;
  description: string;
  security: readonly unknown[];
  parameters?: { name: string; in: string; required?: boolean; description?: string; schema: Schema }[];
  requestBody?: { content: { 'application/json': { schema: Schema } } };
  responses: Record<string, { description: string; content?: Record<string, { schema?: Schema }> }>;
}

/** As much of an OpenAPI document as the page shows. */
export interface ApiDescription {
  info: { title: string; version: string; description: string };
  paths: Record<string, Record<string, DescribedOperation>>;
  components: { schemas: Record<string, Schema> };
}

/** As much of a JSON Schema as the page shows. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  anyOf?: Schema[];
  allOf?: Schema[];
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
}

/** The style inside the page, which its policy must allow. */
export const pageStyle = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}body{max-width:60rem;margin:0 auto;padding:1rem}
h1,h2,h3{line-height:1.25}h3{margin:2rem 0 .25rem}code{font:.875em ui-monospace,monospace}table{border-collapse:collapse;width:100%;margin:.5rem 0}
th,td{text-align:left;vertical-align:top;padding:.3rem .6rem .3rem 0;border-bottom:1px solid #8884}nav a{margin-right:.75rem}
.table{overflow-x:auto}:target{outline:2px solid #b5653f;outline-offset:.25rem}`;

const escaped = (value: unknown) => String(value).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Escaped text in which `…` is code. */
const words = (value: string) => escaped(value).replace(/`([^`]+)`/g, '<code>$1</code>');

/** The description as HTML. */
export function descriptionPage({ info, paths, components }: ApiDescription): string {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const groups = Map.groupBy(all, ({ operation }) => operation.tags[0]);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(info.title)}</title>
<style>${pageStyle}</style></head><body>
<h1>${escaped(info.title)}</h1>
<p>Version ${escaped(info.version)}. ${escaped(info.description)} For programs: <a href="/api/docs/openapi.json">openapi.json</a>.</p>
<nav>${[...groups.keys(), 'Schemas'].map((group) => `<a href="#${escaped(group)}">${escaped(group)}</a>`).join('')}</nav>
${[...groups].map(([group, entries]) => `<h2 id="${escaped(group)}">${escaped(group)}</h2>${entries.map(operationOf).join('')}`).join('\n')}
<h2 id="Schemas">Schemas</h2>
${Object.entries(components.schemas)
  .map(([name, schema]) => `<h3 id="${escaped(name)}">${escaped(name)}</h3>${fields(schema)}`)
  .join('\n')}
</body></html>
`;
}

const table = (titles: readonly string[], rows: readonly (readonly string[])[]) =>
  `<div class="table" tabindex="0"><table><thead><tr>${titles.map((title) => `<th>${title}</th>`).join('')}</tr></thead><tbody>${rows
    .map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`)
    .join('')}</tbody></table></div>`;

function operationOf({ path, method, operation }: { path: string; method: string; operation: DescribedOperation }) {
  const { summary, description, security, parameters = [], requestBody, responses } = operation;
  const body = requestBody?.content['application/json'].schema;
  return `<h3><code>${method.toUpperCase()} /api${escaped(path)}</code></h3><p>${words(`${summary} ${description}`)}${security.length > 0 ? ' Needs a session.' : ''}${
    body ? ` Body: ${nameOf(body)}.` : ''
  }</p>${
    parameters.length > 0
      ? table(
          ['Parameter', 'In', 'What', 'Says'],
          parameters.map(({ name, in: place, required, description = '', schema }) => [
            `<code>${escaped(name)}</code>${required ? ', needed' : ''}`,
            escaped(place),
            nameOf(schema),
            words(description),
          ]),
        )
      : ''
  }${table(
    ['Status', 'What', 'Says'],
    Object.entries(responses).map(([status, { description, content = {} }]) => [
      escaped(status),
      Object.entries(content)
        .map(([type, { schema }]) => (schema ? nameOf(schema) : `<code>${escaped(type)}</code>`))
        .join(' or '),
      words(description),
    ]),
  )}`;
}

const fields = (schema: Schema) =>
  schema.properties
    ? table(
        ['Field', 'What'],
        Object.entries(schema.properties).map(([name, field]) => [
          `<code>${escaped(name)}</code>${schema.required?.includes(name) ? '' : ', may be absent'}`,
          nameOf(field),
        ]),
      )
    : `<p>${nameOf(schema)}</p>`;

/** A schema in a few words. */
function nameOf(schema: Schema): string {
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1) ?? '';
    return `<a href="#${escaped(name)}">${escaped(name)}</a>`;
  }
  if (schema.const !== undefined) return `<code>${escaped(JSON.stringify(schema.const))}</code>`;
  if (schema.enum) return schema.enum.map((one) => `<code>${escaped(JSON.stringify(one))}</code>`).join(' or ');
  if (schema.anyOf) return [...new Set(schema.anyOf.map(nameOf))].join(' or ');
  if (schema.allOf) return schema.allOf.map(nameOf).join(' and ');
  if (schema.items) return `list of ${nameOf(schema.items)}${range(schema.minItems, schema.maxItems)}`;
  if (schema.properties) {
    const inner = Object.entries(schema.properties).map(
      ([name, field]) => `<code>${escaped(name)}</code>: ${nameOf(field)}`,
    );
    return `{ ${inner.join(', ')} }`;
  }
  const type = [schema.type ?? 'anything'].flat().join(' or ');
  const limits = range(schema.minLength ?? schema.minimum, schema.maxLength ?? schema.maximum);
  return `${escaped(type)}${limits}${schema.pattern ? `, <code>${escaped(schema.pattern)}</code>` : ''}`;
}

function range(least: number | undefined, most: number | undefined) {
  if (least === undefined && most === undefined) return '';
  return least === undefined ? ` up to ${most}` : most === undefined ? ` from ${least}` : ` from ${least} to ${most}`;
}
