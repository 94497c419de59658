import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import type { Query, SqlScript, SqlValue } from "../sql/script.ts";

/** Executes statements on one connection, and prepares each once. */
export interface Execute {
  <Row extends object>(...query: Query): Row[];
  /** Executes all statements of a script. */
  script<T>(script: SqlScript<T>): T;
  /** Fails where a table or a column that a statement names is missing. */
  prepare(statement: string): void;
}

/** A statement whose values are bound in the order in which they stand in it, which is faster than by name. */
interface Prepared {
  statement: StatementSync;
  /** The place of each value in the query, from 1; 0 stands for this moment. */
  places: number[];
}

export function createExecute(db: Pick<DatabaseSync, "prepare">, now: () => number): Execute {
  const preparedStatements = new Map<string, Prepared>();

  function prepareAnew(text: string): Prepared {
    const places: number[] = [];
    const anonymous = text.replaceAll(/\$(\d+)|:now/g, (_, place = 0) => {
      places.push(Number(place));
      return "?";
    });
    return { statement: db.prepare(anonymous), places };
  }

  function prepare(text: string): Prepared {
    const prepared = preparedStatements.get(text) ?? prepareAnew(text);
    preparedStatements.set(text, prepared);
    return prepared;
  }

  function execute<Row extends object>(...[text, values = [], anew]: Query): Row[] {
    const { statement, places } = anew ? prepareAnew(text) : prepare(text);
    const parameters = places.map((place) =>
      place === 0 ? now() : toInput(values[place - 1] ?? null),
    );
    return statement.all(...parameters) as Row[];
  }

  function script<T>(steps: SqlScript<T>): T {
    let step = steps.next();
    while (!step.done) step = steps.next(execute(...step.value));
    return step.value;
  }

  return Object.assign(execute, { script, prepare });
}

/** SQLite stores booleans as 0 and 1. */
function toInput(value: SqlValue): SQLInputValue {
  return typeof value === "boolean" ? Number(value) : value;
}
