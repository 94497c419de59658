import type { TestProject } from "vitest/node";
import { installPostgres, postgresServer } from "./server.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** A database for this run; `null` where no server can be had. */
    postgres: string | null;
  }
}

/** One server for all tests of the suite; each test has a schema of its own. It is gone with them. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  try {
    if (await installPostgres()) {
      const server = await postgresServer();
      project.provide("postgres", server.url);
      return server.end;
    }
  } catch (error) {
    console.log(`no Postgres server can be started here: ${String(error)}`);
  }
  console.log("skipped: the tests that need Postgres");
  project.provide("postgres", null);
  return async () => undefined;
}
