import { ConfigError, ModelError } from "@rostrum/core/support";
import type { CommandModel, ModelPort } from "@rostrum/core/protocol";
import { nodeModule } from "../../node-builtins.ts";
import { isCallCost } from "../plausible-amounts.ts";
import { COMMAND_PREFIX, formatCommandId, isWords, parseCommand } from "./command-line.ts";

/**
 * Creates a model from a command id: the prompt goes to the program's standard input, and the reply is its standard
 * output.
 */
export function commandFromId(id: string, field: string): ModelPort {
  return createPort({ command: parseCommand(id, field) }, field);
}

export function isCommandId(id: string): boolean {
  return id.startsWith(COMMAND_PREFIX);
}

export function isCommandModel(value: unknown): value is CommandModel {
  return typeof value === "object" && value !== null && Object.hasOwn(value, "command");
}

const KEYS = ["command", "env", "cwd", "costUsd"];

/** Creates a model from a program, with the variables that it may see, its folder and its price per call. */
export function commandModel(model: CommandModel, field: string): ModelPort {
  const { command, env, cwd, costUsd } = model;
  const unknown = Object.keys(model).find((key) => !KEYS.includes(key));
  if (unknown !== undefined) {
    throw new ConfigError(field, `expected { ${KEYS.join(", ")} }, got "${unknown}"`);
  }
  if (!isWords(command) || command[0] === "") {
    throw new ConfigError(
      `${field}.command`,
      'expected a list with a program and its arguments, such as ["claude", "-p"]',
    );
  }
  if (env !== undefined && !(Array.isArray(env) && env.every(isVariable))) {
    throw new ConfigError(`${field}.env`, 'expected names of variables, such as ["MY_TOKEN"]');
  }
  if (cwd !== undefined && (typeof cwd !== "string" || cwd === "" || cwd.includes("\0"))) {
    throw new ConfigError(`${field}.cwd`, "expected the path of a folder");
  }
  if (costUsd !== undefined && !isCallCost(costUsd)) {
    throw new ConfigError(`${field}.costUsd`, "expected US dollars per call, 0 or more");
  }
  return createPort(model, field);
}

function isVariable(name: unknown): boolean {
  return typeof name === "string" && /^[^=\0\s]+$/.test(name);
}

/**
 * Id of a program in events and journals. Arguments may contain a key, so only their digest appears, which
 * distinguishes calls of one program with different arguments.
 */
function nameCommand(program: string, args: readonly string[]): string {
  const name = formatCommandId([program]);
  if (args.length === 0) return name;
  const { hash } = nodeModule("node:crypto", "command models");
  return `${name}#${hash("sha256", JSON.stringify(args)).slice(0, 8)}`;
}

function createPort({ command, env = [], cwd, costUsd }: CommandModel, field: string): ModelPort {
  const [program = "", ...args] = command;
  const folder = (): string => cwd ?? ".";
  const finding = (): Promise<typeof import("./find-program.ts")> => import("./find-program.ts");
  const find = async (): Promise<string | null> => (await finding()).findProgram(program, folder());
  const whyNot = async (error?: unknown): Promise<string> =>
    (await finding()).explainMissing(program, cwd, error);
  return {
    source: "command",
    id: nameCommand(program, args),
    provider: `${COMMAND_PREFIX}${program}`,
    pricing: costUsd === undefined ? null : () => costUsd,
    async prepare() {
      if ((await find()) === null) throw new ConfigError(field, await whyNot());
    },
    async generate(request) {
      const path = await find();
      if (path === null) {
        throw new ModelError(await whyNot(), { retryable: false, permanent: true });
      }
      const [{ runForReply }, { findSubscription }] = await Promise.all([
        import("./run-for-reply.ts"),
        import("./known-programs.ts"),
      ]);
      const variables = findSubscription(formatCommandId(command))?.variables ?? {};
      const setup = { path, args, env, variables, cwd: folder() };
      const reply = await runForReply(setup, program, request).catch(
        async (error: unknown): Promise<never> => {
          if (!isUnstartable(error)) throw error;
          const message = await whyNot(error);
          throw new ModelError(message, { cause: error, retryable: false, permanent: true });
        },
      );
      return costUsd === undefined ? reply : { ...reply, costUsd };
    },
  };
}

/** The system refused to start it, and will refuse again. */
function isUnstartable(error: unknown): boolean {
  const { code, syscall } = Object(error) as { code?: unknown; syscall?: unknown };
  const refused = ["ENOENT", "EACCES", "ENOTDIR", "E2BIG"].includes(code as string);
  return refused && String(syscall).startsWith("spawn");
}
