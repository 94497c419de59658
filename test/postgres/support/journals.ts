import { randomBytes } from "node:crypto";
import type { RunStore } from "rostrum";
import { postgresJournal, type PostgresJournalOptions } from "rostrum/postgres";
import { inject, onTestFinished } from "vitest";
import { openConnections } from "../../../packages/server/src/postgres/driver.ts";
import { checkPostgresOptions } from "../../../packages/server/src/postgres/options.ts";

/** The database of this run; empty where there is none, and every test is skipped. */
export const DATABASE: string = inject("postgres") ?? "";

export function newSchema(): string {
  return `t_${randomBytes(8).toString("hex")}`;
}

/** A journal that ends with the test. */
export function journalIn(
  schema: string = newSchema(),
  options: PostgresJournalOptions = {},
): RunStore {
  const journal = postgresJournal(DATABASE, { schema, ...options });
  onTestFinished(() => journal.close());
  return journal;
}

/** A database of this test alone, for programs that take nothing but an address. */
export async function newDatabase(): Promise<string> {
  const name = newSchema();
  await statement(`CREATE DATABASE ${name}`);
  return Object.assign(new URL(DATABASE), { pathname: `/${name}` }).href;
}

/** Sends one statement, as somebody at a prompt would. */
export async function statement(sql: string): Promise<Record<string, unknown>[]> {
  const connections = await openConnections(checkPostgresOptions(DATABASE, { connections: 1 }));
  try {
    return [...(await connections.readers.unsafe(sql))] as Record<string, unknown>[];
  } finally {
    await connections.end();
  }
}
