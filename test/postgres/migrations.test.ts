import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { VERSION } from "../../packages/runtime/src/journal/sql/migrations.ts";
import { DATABASE, journalIn, newSchema, statement } from "./support/journals.ts";

const VERSION_1 = readFileSync(
  new URL("../support/journals/postgres-1.sql", import.meta.url),
  "utf8",
);

/** The tables that version 1 made, with one run. */
async function oldSchema(): Promise<string> {
  const schema = newSchema();
  await statement(`CREATE SCHEMA ${schema}`);
  await statement(VERSION_1.replaceAll(":schema.", `${schema}.`));
  await statement(addRun(schema, "before"));
  return schema;
}

/** What version 1 sends for a new run. */
function addRun(schema: string, id: string): string {
  return `INSERT INTO ${schema}.runs (id, inputs, status, redacted, created_at, updated_at, words)
    VALUES ('${id}', '{}', 'running', false, 1, 1, '')`;
}

const columnsOf = (schema: string): Promise<object[]> =>
  statement(`SELECT table_name, column_name, data_type, is_nullable, column_default IS NULL AS plain
    FROM information_schema.columns WHERE table_schema = '${schema}' ORDER BY 1, 2`);
const indexesOf = async (schema: string): Promise<string[]> => {
  const rows = await statement(`SELECT indexdef FROM pg_indexes WHERE schemaname = '${schema}'`);
  return rows.map(({ indexdef }) => String(indexdef).replaceAll(schema, "")).sort();
};

test.skipIf(DATABASE === "")(
  "a schema of version 1 is brought up to date once, by one of many, and is the same as a new one",
  async () => {
    const [old, fresh] = [await oldSchema(), newSchema()];
    const journals = Array.from({ length: 4 }, () => journalIn(old, { connections: 1 }));
    const lists = await Promise.all(journals.map((journal) => journal.list()));
    expect(lists.map(({ runs }) => runs.map(({ id }) => id))).toEqual(
      journals.map(() => ["before"]),
    );
    await journalIn(fresh).list();
    expect(await statement(`SELECT version FROM ${old}.journal_version`)).toEqual([
      { version: VERSION },
    ]);
    expect(await columnsOf(old)).toEqual(await columnsOf(fresh));
    expect(await indexesOf(old)).toEqual(await indexesOf(fresh));
  },
);

test.skipIf(DATABASE === "")(
  "what version 1 sends still works after the migration, while its server goes on",
  async () => {
    const schema = await oldSchema();
    const journal = journalIn(schema);
    await journal.list();
    await statement(addRun(schema, "after"));
    await statement(`UPDATE ${schema}.runs SET question = 'Q?', calls = 3 WHERE id = 'after'`);
    expect((await journal.list({ search: "" })).runs).toMatchObject([
      { id: "after", calls: 3 },
      { id: "before" },
    ]);
  },
);
