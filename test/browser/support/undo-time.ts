import type { Page } from "playwright-core";
import { UNDO_MS } from "../../../packages/page/src/review/pending.ts";

const HOLD = `
  const [start, stop, held] = [setTimeout, clearTimeout, new Map()];
  setTimeout = (task, ms, ...rest) => {
    if (ms !== ${UNDO_MS}) return start(task, ms, ...rest);
    held.set(-1 - held.size, task);
    return -held.size;
  };
  clearTimeout = (id) => (held.has(id) ? held.set(id, () => undefined) : stop(id));
  passUndoTime = () => {
    const tasks = [...held.values()];
    for (const id of held.keys()) held.set(id, () => undefined);
    for (const task of tasks) task();
  };
`;

/** From the next load on, a decision can be undone until `passUndoTime`, however slow the machine is. */
export async function holdUndoTime(page: Page): Promise<void> {
  await page.addInitScript(HOLD);
}

/** The time for undoing runs out. */
export async function passUndoTime(page: Page): Promise<void> {
  await page.evaluate("passUndoTime()");
}
