import { errorText, ModelError } from "@rostrum/core/support";
import type { ModelReply, ModelRequest } from "@rostrum/core/protocol";
import { chooseReader } from "./printed-reply.ts";
import { runProgram } from "./run-program.ts";

/** Location and arguments of a program. */
export interface ProgramSetup {
  path: string;
  args: string[];
  env: readonly string[];
  /** Variables with fixed values, independent of this process. */
  variables: Readonly<Record<string, string>>;
  cwd: string;
}

/** Runs a program for one call, and reads its reply. */
export async function runForReply(
  setup: ProgramSetup,
  program: string,
  request: ModelRequest,
): Promise<ModelReply> {
  const { signal, onText } = request;
  const read = chooseReader(program, setup.args);
  const prompt = writePromptText(request);
  const isArgument = setup.args.some((word) => word.includes(PROMPT));
  const ended = await runProgram({
    ...setup,
    args: setup.args.map((word) => word.replaceAll(PROMPT, () => prompt.replaceAll("\0", ""))),
    input: isArgument ? "" : prompt,
    signal,
    // JSON output is not shown to people who watch.
    ...(onText && read === null ? { onText: (piece) => onText(piece) } : {}),
  });
  const { text, errors, code, printedTooMuch } = ended;
  if (printedTooMuch) return { text, finishReason: "interrupted" };
  const name = program.replace(/^.*[/\\]/, "");
  const printed = read?.(text) ?? null;
  const errorOutput = printed !== null && "error" in printed ? printed.error : errors;
  const errorSuffix =
    errorOutput === "" ? "" : `: ${errorText(errorOutput.slice(0, MAX_ERROR_LENGTH))}`;
  // A retry doesn't help: nobody logs in between two attempts.
  if ((code !== 0 || (printed !== null && "error" in printed)) && NOT_LOGGED_IN.test(errorOutput))
    throw new ModelError(`${name} is not logged in${errorSuffix}`, {
      retryable: false,
      permanent: true,
    });
  if (code !== 0) {
    const exitDescription =
      code === null ? `was ended by ${ended.signal}` : `exited with code ${code}`;
    throw new ModelError(`${name} ${exitDescription}${errorSuffix}`);
  }
  if (text === "") throw new ModelError(`${name} printed nothing${errorSuffix}`);
  if (read === null) return { text, finishReason: "stop" };
  if (printed === null)
    throw new ModelError(
      `expected the JSON that ${name} documents, got something else: leave the flag for JSON out`,
      { retryable: false },
    );
  if ("error" in printed) throw new ModelError(`${name} reported an error${errorSuffix}`);
  return { ...printed, finishReason: "stop" };
}

const MAX_ERROR_LENGTH = 600;

/** Messages of coding agents whose user is not logged in. */
const NOT_LOGGED_IN =
  /\bnot (?:logged|signed) in\b|(?:^|[\s'"])\/login\b|\bauthentication required\b|\bno authentication information\b|\b401 unauthorized\b/i;

/** Placeholder for the prompt in the arguments of a program that doesn't read standard input. */
const PROMPT = "{prompt}";

/**
 * Formats a request as one text for standard input. Turns are separated by lines that no turn contains, so that a
 * text can't pose as another turn.
 */
function writePromptText({ system, messages, seed }: ModelRequest): string {
  const [only, ...otherMessages] = messages;
  if (only !== undefined && otherMessages.length === 0) return `${system}\n\n${only.content}\n`;
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
