import type { Compilable, CompiledQuery, QueryResult } from 'kysely';
import type { Database } from './open.ts';

/** Stands for a value in a query that is compiled. */
class Placeholder {
  readonly field: string;

  constructor(field: string) {
    this.field = field;
  }
}

/**
 * A query that Kysely compiles once for each kind of database instead of at each call, which takes as long as SQLite needs to run it.
 * `build` gets placeholders instead of values, so it must not look at them, and every call must give the same fields.
 */
export function compiledQuery<Values extends object, Row>(
  build: (database: Database, values: Values) => Compilable<Row>,
): (database: Database, values: Values) => Promise<QueryResult<Row>> {
  const queries = new WeakMap<object, CompiledQuery<Row>>();
  const compile = (database: Database, values: Values) => {
    const placeholders = Object.fromEntries(Object.keys(values).map((field) => [field, new Placeholder(field)]));
    return build(database, placeholders as Values).compile();
  };
  return (database, values) => {
    const { adapter } = database.getExecutor();
    const query = queries.get(adapter) ?? compile(database, values);
    queries.set(adapter, query);
    const parameters = query.parameters.map((one) =>
      one instanceof Placeholder ? values[one.field as keyof Values] : one,
    );
    return database.executeQuery({ ...query, parameters });
  };
}
