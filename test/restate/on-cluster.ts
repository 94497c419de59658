import { afterAll, beforeAll, beforeEach } from "vitest";

/** A cluster for the tests of a block. Another try of a test gets a new one, without the debates of the last try. */
export function onCluster(open: () => Promise<void>, close: () => Promise<void>): void {
  const tried = new Set<string>();
  beforeAll(open, 120_000);
  afterAll(close);
  beforeEach(async ({ task }) => {
    if (tried.has(task.id)) {
      await close();
      await open();
    }
    tried.add(task.id);
  }, 120_000);
}
