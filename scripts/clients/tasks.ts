import { z } from "zod";

export const TASKS = ["plain", "streaming", "tools", "JSON", "follow-up", "errors"] as const;
export type Task = (typeof TASKS)[number];
/** Tasks to test a client with. A missing task doesn't apply to the client. */
export type ClientTasks = Partial<Record<Task, () => Promise<void>>>;

/** Time limit of a task, so that it can't block the others. */
export const TASK_MS = 60_000;

export async function within<T>(work: Promise<T>, ms: number): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`not done after ${ms / 1000} s`)), ms);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

export function expect(condition: unknown, what: string): void {
  if (!condition) throw new Error(what);
}

export const question = "What is 2 times 3?";
export const messages = [{ role: "user" as const, content: question }];
export const shape = z.object({ city: z.string() });
export const schema = { name: "city", schema: z.toJSONSchema(shape) as Record<string, unknown> };
export const parameters = {
  type: "object",
  properties: { x: { type: "number" }, y: { type: "number" } },
  required: ["x", "y"],
};
export const isSix = (text: unknown): void =>
  expect(String(text).includes("6"), `got ${String(text)}`);
export const isLima = (text: unknown): void =>
  expect((JSON.parse(String(text)) as { city: string }).city === "Lima", `got ${String(text)}`);

export async function expectStatus(work: Promise<unknown>, status: number): Promise<void> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown as { status?: number; statusCode?: number; message: string },
  );
  const got = error?.status ?? error?.statusCode;
  expect(
    got === status,
    `expected ${status}, got ${String(got)}: ${error?.message ?? "an answer"}`,
  );
}
