/*
 * With `ROSTRUM_FIRST_TRY=fails`, every test fails once, after it has done everything. A test that then fails
 * again depends on what its first try left behind.
 */
import { afterEach } from "vitest";

afterEach(({ task }) => {
  if (!task.result?.retryCount) throw new Error("the first try fails on purpose");
});
