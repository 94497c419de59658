import { ConfigError } from "../../errors.ts";
import type { VerifyRule } from "../../protocol/options.ts";
import type { CheckOutcome, Verdict, Verifier } from "../../protocol/verify.ts";
import { runIsolated, type IsolatedProgram } from "../../models/sandbox/run-isolated.ts";
import { nodeModule } from "../../runtime.ts";

const NEEDED_BY = "a check by a program";
const LONGEST_SAYS = 2000;

type ProgramRule = VerifyRule<unknown> &
  Required<Pick<VerifyRule, "timeoutMs" | "memoryMb" | "network">>;

/** Runs a program on an answer: exit code 0 means ok, 1 means refuted. Everything else says nothing about the answer. */
export async function checkByProgram(
  rule: ProgramRule,
  { wording, signal }: Parameters<Verifier<unknown>>[1],
): Promise<CheckOutcome> {
  const { timeoutMs, memoryMb, network, env = [] } = rule;
  const limits = { timeoutMs, memoryMb, network, env, signal };
  const ended = await runIsolated({ ...limits, ...describeProgram(rule, wording) });
  const { text, errors, errorLines, code, flooded, open } = ended;
  const says = [text, errorLines].join("\n").trim().slice(-LONGEST_SAYS);
  const verdict: Verdict | undefined = ({ 0: "ok", 1: "refuted" } as const)[code ?? -1];
  if (flooded) throw new Error("it printed too much");
  if (verdict === undefined) {
    const how = code === null ? `was ended by ${ended.signal}` : `exited with code ${code}`;
    throw new Error(`it ${how}${says === "" ? "" : `: ${errors || says}`}`);
  }
  return {
    verdict,
    // What passes has nothing more to say.
    ...(verdict === "refuted" && says !== "" ? { says } : {}),
    // Two programs that fail without a word may do different things.
    ...(verdict === "ok" || text !== ""
      ? { behavior: verdict === "ok" ? "ok" : `fails ${text}` }
      : {}),
    ...(open.length > 0 ? { open } : {}),
  };
}

function describeProgram(
  rule: ProgramRule,
  answer: string,
): Pick<IsolatedProgram, "command" | "input" | "prepare" | "needs"> {
  const { command, tests = "", folder = ".", file } = rule;
  if (command !== undefined) return { command, input: answer };
  const first = /^\s*([\w./@-]+)/.exec(tests)?.[1];
  return {
    command: ["sh", "-c", file === undefined && answer !== "" ? APPLY + tests : tests],
    input: "",
    prepare: (copy) => prepareCopy(copy, folder, file ?? PATCH, answer),
    ...(first === undefined ? {} : { needs: [first] }),
  };
}

const PATCH = ".rostrum.patch";

/** A patch that can't be applied fails. Without git, nothing is known. */
const APPLY = `git apply --whitespace=nowarn ${PATCH}
case $? in
  0) rm ${PATCH} ;;
  126 | 127) exit 127 ;;
  *) echo "the answer is not a patch that can be applied"; exit 1 ;;
esac
`;

/** Copies the folder, and puts the answer into the copy. */
async function prepareCopy(
  copy: string,
  folder: string,
  file: string,
  answer: string,
): Promise<void> {
  const { cp, mkdir, realpath, writeFile } = nodeModule("node:fs/promises", NEEDED_BY);
  const { dirname, relative, resolve, isAbsolute } = nodeModule("node:path", NEEDED_BY);
  const { constants } = nodeModule("node:fs", NEEDED_BY);
  const mode = constants.COPYFILE_FICLONE;
  await cp(resolve(folder), copy, { recursive: true, verbatimSymlinks: true, mode });
  // The folder as it is.
  if (answer === "") return;
  const path = resolve(copy, file);
  const isInside = (place: string): boolean => {
    const way = relative(copy, place);
    return way !== "" && !way.startsWith("..") && !isAbsolute(way);
  };
  if (!isInside(path)) refuseFile(file);
  await mkdir(dirname(path), { recursive: true });
  // A link in the folder may lead out of it.
  const real = await realpath(path).catch(() => null);
  const parent = await realpath(dirname(path));
  if ((real !== null && !isInside(real)) || (parent !== copy && !isInside(parent))) {
    refuseFile(file);
  }
  await writeFile(path, answer.endsWith("\n") ? answer : `${answer}\n`);
}

function refuseFile(file: string): never {
  throw new ConfigError("verify.file", `expected a file inside the folder, got "${file}"`);
}
