/*
 * Counts the steps of some work, each kind by itself: the characters that each pattern looks at, how often V8 executes
 * each block of code, and the characters or items that each built-in function passes over. Seconds would depend on
 * the machine.
 */
import { Session } from "node:inspector";
import { createCountingMatcher, type CountingMatcher } from "./counting-matcher.ts";

/** Counts by pattern, block of code or built-in function. */
export type StepCounts = Map<string, number>;
export type StepCounter = (work: () => void) => StepCounts;

/** Counts of the work in progress; `null` while nothing is measured, so that counting itself doesn't count. */
let counts: StepCounts | null = null;

function countWhile(work: () => void): StepCounts {
  const workCounts: StepCounts = new Map();
  counts = workCounts;
  try {
    work();
  } finally {
    counts = null;
  }
  return workCounts;
}

/** Adds the result of `measure`, without counting the steps of `measure` itself. */
function addSteps(name: string, measure: () => number): void {
  const activeCounts = counts;
  if (activeCounts === null) return;
  counts = null;
  activeCounts.set(name, (activeCounts.get(name) ?? 0) + measure());
  counts = activeCounts;
}

/** A pattern's name and matcher, with the steps for each text and start: they are the same every time. */
interface CountedPattern {
  name: string;
  matcher: CountingMatcher;
  stepsByText: Map<string, Map<number, number>>;
}

/** Replaces `exec`, which all methods with a pattern call, by a counting version. */
export function installPatternCounter(): StepCounter {
  const { exec } = RegExp.prototype;
  const patternsByName = new Map<string, CountedPattern>();
  /** Naming a pattern takes longer than most matches; a literal outside of functions is named once. */
  const patterns = new WeakMap<RegExp, CountedPattern>();

  function findPattern(expression: RegExp): CountedPattern {
    const name = String(expression);
    const known = patternsByName.get(name);
    if (known !== undefined) return known;
    const matcher = createCountingMatcher(expression);
    const pattern = { name, matcher, stepsByText: new Map() };
    patternsByName.set(name, pattern);
    return pattern;
  }

  function countSteps(
    { name, matcher, stepsByText }: CountedPattern,
    text: string,
    start: number,
    match: RegExpExecArray | null,
  ): number {
    const stepsByStart = stepsByText.get(text) ?? new Map<number, number>();
    const before = stepsByStart.get(start);
    if (before !== undefined) return before;
    const { range, steps } = matcher.find(text, start);
    if (range?.[0] !== match?.index || (match && range?.[1] !== match.index + match[0].length))
      throw new Error(`${name} matches at ${match?.index}, and was counted at ${range?.[0]}`);
    stepsByText.set(text, stepsByStart.set(start, steps));
    return steps;
  }

  // oxlint-disable-next-line no-extend-native -- every match of the readers goes through it
  RegExp.prototype.exec = function (text) {
    // The matchers use patterns, too.
    if (counts === null) return exec.call(this, text);
    const start = this.global || this.sticky ? this.lastIndex : 0;
    const match = exec.call(this, text);
    if (start > text.length) return match;
    const activeCounts = counts;
    counts = null;
    const pattern = patterns.get(this) ?? findPattern(this);
    patterns.set(this, pattern);
    counts = activeCounts;
    addSteps(pattern.name, () => countSteps(pattern, text, start, match));
    return match;
  };
  return (work) => {
    for (const { stepsByText } of patternsByName.values()) stepsByText.clear();
    return countWhile(work);
  };
}

/** Counts blocks of modules whose URL contains `path`, and the work of built-in functions. */
export function installCodeCounter(path: string): StepCounter {
  const session = new Session();
  session.connect();
  session.post("Profiler.enable");
  session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  countTexts();
  countLists();
  // Taking the counts also resets them, and nothing but the work runs blocks of these modules.
  takeBlocks(session, path);
  return (work) => {
    const workCounts = countWhile(work);
    for (const [block, count] of takeBlocks(session, path)) workCounts.set(block, count);
    return workCounts;
  };
}

/** Executions of blocks since the last call. The session replies synchronously. */
function takeBlocks(session: Session, path: string): StepCounts {
  const blocks: StepCounts = new Map();
  session.post("Profiler.takePreciseCoverage", (error, taken) => {
    if (error !== null) throw error;
    for (const { url, functions } of taken.result) {
      if (!url.includes(path)) continue;
      const file = url.slice(url.indexOf(path) + path.length);
      for (const { functionName, ranges } of functions) {
        for (const { startOffset, count } of ranges)
          blocks.set(`${file}, ${functionName} at ${startOffset}`, count);
      }
    }
  });
  return blocks;
}

function countTexts(): void {
  const { prototype } = String;
  const wholeTextMethods = ["split", "replaceAll", "normalize", "toLowerCase"] as const;
  for (const name of [...wholeTextMethods, "toUpperCase", "toWellFormed", "localeCompare"] as const)
    countCalls(prototype, name, (text) => String(text).length);
  for (const name of ["indexOf", "includes"] as const)
    countCalls(prototype, name, (text, [part, from = 0]) => {
      const at = String(text).indexOf(String(part), Number(from));
      return (at < 0 ? String(text).length : at) - Number(from) + 1;
    });
  countCalls(prototype, "lastIndexOf", (text, [, from = String(text).length], at) =>
    Math.max(0, Number(from) - Number(at)),
  );
  for (const name of ["trim", "trimStart", "trimEnd"] as const)
    countCalls(prototype, name, (text, _, trimmed) => {
      return String(text).length - String(trimmed).length + 1;
    });
  for (const name of ["startsWith", "endsWith"] as const)
    countCalls(prototype, name, (_text, [part]) => String(part).length);
  countCalls(JSON, "parse", (_json, [text]) => String(text).length);
  countCalls(JSON, "stringify", (_json, _values, text) => String(text ?? "").length);
}

function countLists(): void {
  const wholeListMethods = [
    "splice",
    "shift",
    "unshift",
    "concat",
    "indexOf",
    "includes",
    "join",
  ] as const;
  for (const name of [...wholeListMethods, "reverse", "fill", "flat", "toReversed"] as const)
    countCalls(Array.prototype, name, (list) => (list as unknown[]).length);
  countCalls(Array.prototype, "slice", (_list, _, part) => (part as unknown[]).length + 1);
  countCalls(Uint8Array.prototype, "fill", (list, [, from = 0, to = (list as Uint8Array).length]) =>
    Math.max(0, Number(to) - Number(from)),
  );
}

function countCalls<T extends object>(
  holder: T,
  name: keyof T & string,
  measure: (self: unknown, values: readonly unknown[], result: unknown) => number,
): void {
  const native = holder[name] as (...values: unknown[]) => unknown;
  const counting = function (this: unknown, ...values: unknown[]): unknown {
    const result = native.apply(this, values);
    addSteps(name, () => measure(this, values, result));
    return result;
  };
  Object.defineProperty(holder, name, { value: counting, writable: true, configurable: true });
}
