import type { Member, ResolvedConfig, ResolvedSides } from "@rostrum/core/debate";
import { checkKeys, CONFIG, describeExpected, fail } from "@rostrum/core/options";
import { isPlainObject } from "@rostrum/core/support";

/** Sides with every default, their answers checked against the panel. */
export function resolveSides(value: unknown, members: readonly Member[]): ResolvedSides {
  const spec = isPlainObject(value) ? value : { answers: value };
  checkKeys(spec, ["answers", "turns", "swap", "consultancy"], "sides");
  const { answers, turns = "together", swap = false, consultancy = false } = spec;
  if (turns !== "together" && turns !== "alternate") {
    fail("sides.turns", '"together" or "alternate"', turns);
  }
  if (typeof swap !== "boolean") fail("sides.swap", "true or false", swap);
  if (typeof consultancy !== "boolean") fail("sides.consultancy", "true or false", consultancy);
  return {
    answers: readAnswers(answers, members.length),
    turns,
    swap,
    consultancy,
  };
}

function readAnswers(value: unknown, size: number): ResolvedSides["answers"] {
  if (value === "leaders") return "leaders";
  if (!Array.isArray(value)) return fail("sides", describeExpected(CONFIG.sides), value);
  const texts = value.map((text: unknown, index) =>
    typeof text === "string" && text.trim() !== ""
      ? text.trim()
      : fail(`sides.answers[${index}]`, "an answer, a non-empty string", text),
  );
  if (texts.length !== size) {
    fail("sides", `one answer per debater, ${size} in all`, `${texts.length} answers`);
  }
  if (new Set(texts).size < 2) fail("sides", "at least two answers that differ", value);
  return texts;
}

/** Refuses options that don't go with sides, whose judge decides and whose debaters don't vote. */
export function checkSides(resolved: ResolvedConfig): void {
  const { sides, judge, decide, rounds } = resolved;
  if (sides === null) return;
  if (judge === null) fail("judge", "a judge, since there are sides", undefined);
  const judged = typeof decide !== "function" && decide.type === "judged";
  if (!judged) fail("decide", '"judged", since there are sides', nameRule(decide));
  if (judged && decide.bothOrders) {
    fail("decide.bothOrders", "false, since there are sides; `sides.swap` holds both", true);
  }
  if (sides.answers === "leaders" && rounds === 0) {
    fail("rounds", "1 or more, since the leaders of round 0 are argued for after it", 0);
  }
  refuseVoting(resolved, "since there are sides");
}

function nameRule(rule: { type: string } | ((...args: never[]) => unknown)): unknown {
  return typeof rule === "function" ? rule : rule.type;
}

/** Checks the options that a draft needs, and refuses those that don't go with it. */
export function checkDraft(resolved: ResolvedConfig): void {
  const { judge, rounds, sides } = resolved;
  const reason = "since answer is draft";
  if (judge === null) fail("judge", `a judge who signs the text off, ${reason}`, undefined);
  if (rounds % 2 !== 0) {
    fail("rounds", `an even number, critique and revision in turn, ${reason}`, rounds);
  }
  if (sides !== null) fail("sides", `nothing, ${reason}`, sides.answers);
  refuseVoting(resolved, reason);
}

/** A review has exactly one round of checks. */
export const CHECKING_ROUNDS = 1;

/** Refuses options that don't go with a review, which asks everybody and has no single answer. */
export function checkReview(resolved: ResolvedConfig): void {
  const reason = "since answer is findings";
  if (resolved.sides !== null) fail("sides", `nothing, ${reason}`, resolved.sides.answers);
  refuseVoting({ ...resolved, verify: null }, reason);
  const { verify } = resolved;
  if (verify === null) return;
  const way = String(verify.settings["way"]);
  if (!RUNS_TESTS.has(way)) fail("verify", `\`tests\`, \`command\` or a function, ${reason}`, way);
  if (verify.select) fail("verify.select", `false, ${reason}`, true);
}

/** Ways to check that can run a test which a finding brings. */
const RUNS_TESTS: ReadonlySet<string> = new Set(["check", "command", "tests"]);

/** Refuses options that need votes. `why` names the option because of which nobody votes. */
function refuseVoting({ route, poll, verify }: ResolvedConfig, reason: string): void {
  if (route.type !== "always") fail("route", `"always", ${reason}`, route.type);
  if (poll !== null) {
    fail("poll", `"everyone", ${reason}`, typeof poll === "function" ? poll : poll.type);
  }
  if (verify !== null) fail("verify", `nothing, ${reason}`, "a check of answers");
}
