import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { errorText } from "@rostrum/core/support";
import { environmentVariables, nodeModule } from "../../node-builtins.ts";
import { MAX_TEXT_LENGTH } from "../check-reply.ts";
import { withoutInherited } from "./inherited-descriptors.ts";
import { endWithProcess, killGroup } from "./process-group.ts";
import { COMMAND_MODEL } from "../node-features.ts";
import { whenQuiet } from "./when-quiet.ts";

export interface Program {
  path: string;
  args: readonly string[];
  cwd: string;
  /** Variables that it gets in addition to those that any program needs. */
  env: readonly string[];
  /** Variables with fixed values, independent of this process. */
  variables?: Readonly<Record<string, string>>;
  /** System user that it runs as. Absent: that of this process. */
  user?: number;
  /** Maximum characters that it may print. Absent: the limit of a reply. */
  longest?: number;
  /** Time to clean up after it was told to end. Absent: two seconds. */
  graceMs?: number;
  input: string;
  signal: AbortSignal;
  onText?(delta: string): void;
}

export interface ProgramOutcome {
  text: string;
  /** End of its standard error, on one line. */
  errors: string;
  /** Standard error with its line breaks. */
  errorLines: string;
  /** `null` if a signal ended it. */
  code: number | null;
  signal: string | null;
  /** Ended because it printed more than a reply may have. */
  printedTooMuch: boolean;
}

const ERRORS_KEPT = 2000;
const ERRORS_SHOWN = 600;
/** Time that a program has to clean up after it was told to end. */
const GRACE_MS = 2000;

/**
 * Runs a program without a shell, in its own process group, with a text on standard input. It is ended with all its
 * children on abort, after too much output, and when it leaves children behind.
 */
export function runProgram(program: Program): Promise<ProgramOutcome> {
  const { input, signal, onText, longest = MAX_TEXT_LENGTH, graceMs = GRACE_MS } = program;
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(signal.reason as Error);
      return;
    }
    const child = startProgram(program);
    let text = "";
    let errors = "";
    let printedTooMuch = false;
    let ending: NodeJS.Timeout | undefined;
    let stopWaiting: () => void = () => undefined;
    let receivedPieces = 0;
    const forget = endWithProcess(child);

    const end = (): void => {
      killGroup(child, graceMs === 0 ? "SIGKILL" : "SIGTERM");
      ending ??= setTimeout(() => killGroup(child, "SIGKILL"), graceMs);
    };
    const onAbort = (): void => end();
    signal.addEventListener("abort", onAbort, { once: true });

    child.stdout.setEncoding("utf8").on("data", (piece: string) => {
      if (printedTooMuch) return;
      receivedPieces++;
      text += piece;
      onText?.(stripColours(piece));
      if (text.length > longest) {
        printedTooMuch = true;
        end();
      }
    });
    child.stderr.setEncoding("utf8").on("data", (piece: string) => {
      errors = (errors + piece).slice(-ERRORS_KEPT);
    });
    // A program may answer without reading to the end.
    child.stdin.on("error", () => undefined);
    child.stdin.end(input);

    let isFinished = false;
    const finishOnce = (finish: () => void): void => {
      if (isFinished) return;
      isFinished = true;
      clearTimeout(ending);
      stopWaiting();
      signal.removeEventListener("abort", onAbort);
      killGroup(child, "SIGKILL");
      forget();
      child.stdout.destroy();
      child.stderr.destroy();
      finish();
    };
    const done = (code: number | null, by: string | null): void =>
      finishOnce(() => {
        if (signal.aborted) reject(signal.reason as Error);
        else
          resolve({
            text: stripColours(text).trim(),
            errors: errorText(stripColours(errors).trim().slice(-ERRORS_SHOWN)),
            errorLines: stripColours(errors).trim(),
            code,
            signal: by,
            printedTooMuch,
          });
      });
    child.on("error", (error) => finishOnce(() => reject(error)));
    child.on("exit", (code, by) => {
      stopWaiting = whenQuiet(
        () => receivedPieces,
        () => done(code, by),
      );
    });
    child.on("close", done);
  });
}

function startProgram(program: Program): ChildProcessWithoutNullStreams {
  const { path, args, cwd, env, variables, user } = program;
  const { spawn } = nodeModule("node:child_process", COMMAND_MODEL);
  return withoutInherited((extraStdio) =>
    spawn(path, args, {
      cwd,
      env: { ...selectEnvironment(env), ...variables },
      ...(user === undefined ? {} : { uid: user, gid: user }),
      stdio: ["pipe", "pipe", "pipe", ...extraStdio],
      detached: process.platform !== "win32",
      windowsHide: true,
    }),
  ) as ChildProcessWithoutNullStreams;
}

function stripColours(text: string): string {
  return nodeModule("node:util", COMMAND_MODEL).stripVTControlCharacters(text);
}

/** Variables that programs need to start, find their own files and print text. No key is among them. */
const ALWAYS =
  "PATH HOME USER LOGNAME LANG LC_ALL LC_CTYPE TMPDIR TZ XDG_CONFIG_HOME XDG_DATA_HOME XDG_CACHE_HOME";
/** Additional variables on Windows. */
const ON_WINDOWS = "Path PATHEXT SystemRoot ComSpec TEMP TMP USERPROFILE APPDATA LOCALAPPDATA";

/** The environment a program gets: the few variables above and those that were named. */
export function selectEnvironment(named: readonly string[]): Record<string, string> {
  const processVariables = environmentVariables();
  const allowedNames = [...`${ALWAYS} ${ON_WINDOWS}`.split(" "), ...named];
  return Object.fromEntries(
    allowedNames.flatMap((name) => {
      const value = processVariables[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
