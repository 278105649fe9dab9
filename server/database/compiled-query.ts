import type { Compilable, CompiledQuery, QueryResult } from 'kysely';
import type { Database } from './open.ts';

/** A placeholder for a value in a query. */
class Place {
  readonly field: string;

  constructor(field: string) {
    this.field = field;
  }
}

/**
 * A query whose SQL is always the same: Kysely makes it once for each database, which takes as long as SQLite needs to run it.
 * `build` sees places instead of values, so it must not look at them; every call gives the same fields.
 */
export function prepared<Values extends object, Row>(
  build: (database: Database, values: Values) => Compilable<Row>,
): (database: Database, values: Values) => Promise<QueryResult<Row>> {
  const made = new WeakMap<object, CompiledQuery<Row>>();
  const make = (database: Database, values: Values) => {
    const places = Object.fromEntries(Object.keys(values).map((field) => [field, new Place(field)]));
    return build(database, places as Values).compile();
  };
  return (database, values) => {
    const { adapter } = database.getExecutor();
    const query = made.get(adapter) ?? make(database, values);
    made.set(adapter, query);
    const parameters = query.parameters.map((one) => (one instanceof Place ? values[one.field as keyof Values] : one));
    return database.executeQuery({ ...query, parameters });
  };
}
