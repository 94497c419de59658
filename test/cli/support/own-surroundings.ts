import type { CliIo } from "../../../packages/cli/src/io.ts";
import { runCli } from "../../../packages/cli/src/run-cli.ts";

/** What a command finds around it. */
export interface Surroundings {
  env: Readonly<Record<string, string | undefined>>;
  /** The folder that relative paths start at. */
  cwd: string;
}

/** Runs the command line of this process as if it had been started elsewhere. */
export function runCliIn(
  surroundings: Surroundings,
  args: readonly string[],
  io: CliIo,
): Promise<number> {
  return runInOwnSurroundings(surroundings, () => runCli(args, io));
}

/** Resolves when the last command in the queue is done. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Runs a command with its own environment variables and in its own folder. Both belong to the whole
 * process: models read keys from the variables, and the system resolves relative paths. So they are set
 * for the time of the command and restored after it, and such commands run one after the other.
 */
export function runInOwnSurroundings<T>(
  { env, cwd }: Surroundings,
  run: () => Promise<T>,
): Promise<T> {
  const turn = last.then(async () => {
    const before = { env: { ...process.env }, cwd: process.cwd() };
    setVariables(env);
    process.chdir(cwd);
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
