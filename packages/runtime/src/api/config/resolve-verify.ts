import type { ResolvedVerify } from "@rostrum/core/debate";
import type { AnswerKind, CodeFields, Verifier, VerifyRule } from "@rostrum/core/protocol";
import { getKindName, toKindObject } from "@rostrum/core/answers";
import { checkGroup, CONFIG, describeExpected, fail, VERIFY } from "@rostrum/core/options";
import { isPlainObject } from "@rostrum/core/support";
import { LANGUAGE_NAMES } from "../checkers/harness/language-names.ts";
import { createSchemaCheck } from "../checkers/schema-checker.ts";

/**
 * What a passed check says, by the setting that defines the check: whether the answer is right, and in words that
 * continue "this answer …".
 */
const WAYS = {
  check: { confirms: true, ok: "is right", refuted: "is wrong" },
  command: { confirms: true, ok: "is right", refuted: "is wrong" },
  tests: { confirms: true, ok: "passes the tests", refuted: "fails the tests" },
  schema: { confirms: false, ok: "fits the schema", refuted: "does not fit the schema" },
  calc: {
    confirms: false,
    ok: "has calculations that hold",
    refuted: "has a calculation that does not hold",
  },
  citations: {
    confirms: false,
    ok: "quotes only what stands in the documents",
    refuted: "quotes what does not stand in the documents",
  },
} satisfies Partial<Record<keyof VerifyRule, unknown>>;

type CheckMethod = keyof typeof WAYS;

/** How long a program may take to start and to be ended, next to its own time. */
const TIME_TO_END = 10_000;

/** Every field that has a default. */
type CheckedRule = VerifyRule<unknown> &
  Required<Pick<VerifyRule, "worktree" | "timeoutMs" | "memoryMb" | "network" | "veto" | "select">>;

/** The checker that comes with an answer kind: tests that are run after each program. */
function resolveTests(answer: AnswerKind<unknown>, verify: unknown): ResolvedVerify | null {
  const { language = "", tests } = toKindObject(answer) as CodeFields;
  if (getKindName(answer) !== "code" || tests === undefined) return null;
  if (verify !== undefined) fail("answer.tests", "nothing next to `verify`", tests);
  const name = LANGUAGE_NAMES.find((languageName) => languageName === language.toLowerCase());
  if (name === undefined) {
    const expected = `one of ${LANGUAGE_NAMES.join(", ")}, so that the tests can be run`;
    return fail("answer.language", expected, language);
  }
  const { timeoutMs, memoryMb, network } = checkGroup<CheckedRule>(VERIFY, {}, "verify");
  const limits = { timeoutMs, memoryMb, network };
  return {
    check: async (_answer, { wording, signal }) => {
      const { checkByTests } = await import("../checkers/check-by-tests.ts");
      return checkByTests(name, { program: wording, tests, limits, signal });
    },
    lock: true,
    confirms: true,
    veto: true,
    select: false,
    verdictPhrases: WAYS.tests,
    // Tests that need the program in their process are run a second time.
    timeoutMs: 2 * limits.timeoutMs + TIME_TO_END,
    settings: { way: "code", tests },
  };
}

/** A checker as the loop uses it. Programs are looked for when the first answer is checked. */
export function resolveVerify(value: unknown, answer: AnswerKind<unknown>): ResolvedVerify | null {
  const tests = resolveTests(answer, value);
  if (tests !== null || value === undefined) return tests;
  const verifyOptions = typeof value === "function" ? { check: value } : value;
  if (!isPlainObject(verifyOptions)) return fail("verify", describeExpected(CONFIG.verify), value);
  const rule = checkGroup<CheckedRule>(VERIFY, verifyOptions, "verify");
  const ways = (Object.keys(WAYS) as CheckMethod[]).filter(
    (way) => rule[way] !== undefined && rule[way] !== false,
  );
  const [way, other] = ways;
  if (way === undefined) return fail("verify", describeExpected(CONFIG.verify), value);
  if (other !== undefined) fail("verify", `one way to check, such as { ${way} }`, verifyOptions);
  checkFit(rule, way);
  const { confirms, ok, refuted } = WAYS[way];
  const lock = rule.select || (rule.lock ?? confirms);
  const { check: _check, schema: _schema, timeoutMs, memoryMb: _memory, ...settings } = rule;
  return {
    check: createCheck(rule, way),
    lock,
    confirms: lock || confirms,
    veto: rule.veto,
    select: rule.select,
    verdictPhrases: { ok, refuted },
    timeoutMs: way === "command" || way === "tests" ? timeoutMs + TIME_TO_END : null,
    settings: {
      way,
      ...settings,
      ...(way === "schema" ? { schema: verifyOptions["schema"] } : {}),
    },
  };
}

function createCheck(rule: CheckedRule, way: CheckMethod): Verifier<unknown> {
  switch (way) {
    case "check":
      return typeof rule.check === "function"
        ? rule.check
        : fail("verify.check", describeExpected(VERIFY.check), rule.check);
    case "schema":
      return createSchemaCheck(rule.schema);
    case "calc":
    case "citations":
      return async (answer, about) => {
        const { checkCalc, checkCitations } = await import("../checkers/text-checkers.ts");
        return way === "calc" ? checkCalc(about) : checkCitations(answer, about);
      };
    case "command":
    case "tests":
      return async (_answer, about) => {
        const { checkByProgram } = await import("../checkers/program-checker.ts");
        return checkByProgram(rule, about);
      };
  }
}

/** Refuses settings that would have no effect. */
function checkFit(rule: CheckedRule, way: CheckMethod): void {
  if (!rule.worktree)
    fail("verify.worktree", "true, because tests run in a copy of the folder", false);
  if (rule.select && rule.lock === false) {
    fail("verify.lock", "true with `select`, because the first answer that passes stands", false);
  }
  const program = way === "command" || way === "tests";
  for (const key of ["env", "file", "folder"] as const) {
    const applies = way === "tests" || (key === "env" && program);
    if (rule[key] !== undefined && !applies) {
      fail(`verify.${key}`, `nothing, because \`${way}\` has no use for it`, rule[key]);
    }
  }
  if (way === "tests" && rule.tests?.trim() === "") {
    fail("verify.tests", 'a command line such as "npm test"', rule.tests);
  }
}
