import { ConfigError, ModelError } from "../../errors.ts";
import type { CommandModel, ModelPort, ModelReply, ModelRequest } from "../../protocol/model.ts";
import { errorText } from "../../thrown.ts";
import { isCallCost } from "../check-reply.ts";
import { COMMAND_PREFIX, formatCommandId, isWords, parseCommand } from "./command-line.ts";

/** A program as a model, by id: the prompt on its standard input, the reply on its standard output. */
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

/** A program as a model, with the variables that it may see, its folder and what a call costs. */
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

function createPort({ command, env = [], cwd, costUsd }: CommandModel, field: string): ModelPort {
  const [program = "", ...args] = command;
  const folder = (): string => cwd ?? ".";
  const finding = (): Promise<typeof import("./find-program.ts")> => import("./find-program.ts");
  const find = async (): Promise<string | null> => (await finding()).findProgram(program, folder());
  const whyNot = async (error?: unknown): Promise<string> =>
    (await finding()).explainMissing(program, cwd, error);
  return {
    source: "command",
    id: formatCommandId(command),
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
      const reply = await runForReply({ path, args, env, cwd: folder() }, program, request).catch(
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

interface Place {
  path: string;
  args: string[];
  env: readonly string[];
  cwd: string;
}

async function runForReply(
  place: Place,
  program: string,
  request: ModelRequest,
): Promise<ModelReply> {
  const [{ runProgram }, { chooseReader }] = await Promise.all([
    import("./run-program.ts"),
    import("./printed-reply.ts"),
  ]);
  const { signal, onText } = request;
  const read = chooseReader(program, place.args);
  const ended = await runProgram({
    ...place,
    input: writePromptText(request),
    signal,
    // JSON is for us, and not for those who watch.
    ...(onText && read === null ? { onText: (piece) => onText(piece) } : {}),
  });
  const { text, errors, code, flooded } = ended;
  if (flooded) return { text, finishReason: "interrupted" };
  const name = program.replace(/^.*[/\\]/, "");
  const printed = read?.(text) ?? null;
  const told = printed !== null && "error" in printed ? printed.error : errors;
  const said = told === "" ? "" : `: ${errorText(told.slice(0, LONGEST_ERROR))}`;
  if (code !== 0) {
    const how = code === null ? `was ended by ${ended.signal}` : `exited with code ${code}`;
    throw new ModelError(`${name} ${how}${said}`);
  }
  if (text === "") throw new ModelError(`${name} printed nothing${said}`);
  if (read === null) return { text, finishReason: "stop" };
  if (printed === null)
    throw new ModelError(
      `expected the JSON that ${name} documents, got something else: leave the flag for JSON out`,
      { retryable: false },
    );
  if ("error" in printed) throw new ModelError(`${name} reported an error${said}`);
  return { ...printed, finishReason: "stop" };
}

const LONGEST_ERROR = 600;

/** The system refused to start it, and will refuse again. */
function isUnstartable(error: unknown): boolean {
  const { code, syscall } = Object(error) as { code?: unknown; syscall?: unknown };
  const refused = ["ENOENT", "EACCES", "ENOTDIR", "E2BIG"].includes(code as string);
  return refused && String(syscall).startsWith("spawn");
}

/**
 * A request as one text for standard input. Turns are set apart by lines that no turn contains, so that
 * a text can't pose as another turn.
 */
function writePromptText({ system, messages, seed }: ModelRequest): string {
  const [only, ...more] = messages;
  if (only !== undefined && more.length === 0) return `${system}\n\n${only.content}\n`;
  const mark = chooseMark([system, ...messages.map(({ content }) => content)], seed);
  const turns = messages.map(
    ({ role, content }) =>
      `--- ${mark} ${role === "user" ? "message to you" : "your earlier reply"} ---\n${content}\n`,
  );
  const note =
    `The conversation so far follows. Each turn begins with a line that contains ${mark}. ` +
    "Write your reply to the last message, and nothing else.";
  return [system, note, ...turns].join("\n\n");
}

function chooseMark(texts: readonly string[], seed: number): string {
  let mark = (seed >>> 0).toString(36).padStart(7, "0");
  while (texts.some((text) => text.includes(mark))) mark += mark.length.toString(36);
  return mark;
}
