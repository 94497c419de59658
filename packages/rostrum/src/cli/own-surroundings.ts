import type { CliIo } from "./io.ts";

/** Resolves when the last command in the queue is done. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Runs a command with its own environment variables and in its own folder. Both belong to the whole
 * process: models read keys from the variables, and the system resolves relative paths. So they are set
 * for the time of the command and restored after it, and such commands run one after the other.
 */
export function withOwnSurroundings<T>({ env, cwd }: CliIo, run: () => Promise<T>): Promise<T> {
  if (env === undefined && cwd === undefined) return run();
  const turn = last.then(async () => {
    const before = { env: { ...process.env }, cwd: process.cwd() };
    if (env !== undefined) setVariables(env);
    if (cwd !== undefined) process.chdir(cwd);
    try {
      return await run();
    } finally {
      setVariables(before.env);
      process.chdir(before.cwd);
    }
  });
  last = turn.catch(() => undefined);
  return turn;
}

function setVariables(env: Readonly<Record<string, string | undefined>>): void {
  for (const name of Object.keys(process.env))
    if (env[name] === undefined) delete process.env[name];
  for (const [name, value] of Object.entries(env))
    if (value !== undefined) process.env[name] = value;
}
