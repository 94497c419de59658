import {
  countToolSteps,
  listCallers,
  isDraft,
  isPerson,
  isReview,
  likelyCalls,
  listModels,
  withStandIns,
  type DebateCaller,
} from "../debate/callers.ts";
import { mayBeProse } from "../answers/index.ts";
import { readMaterial } from "./config/question.ts";
import { listFileWarnings, refuseFiles } from "./files/refuse-files.ts";
import { toTurn } from "../record/index.ts";
import { planInputs, type InputEstimate } from "../debate/planned-inputs.ts";
import {
  promptTokens,
  estimateWorst,
  estimateWorstTurns,
  RESULT_TOKENS,
} from "../debate/worst-case.ts";
import { findUnknownMembers } from "../decide/index.ts";
import { asksInBatches } from "../debate/patience.ts";
import type { ResolvedConfig } from "../debate/resolved-config.ts";
import type { Spend } from "../protocol/budget.ts";
import type { DebatePlan } from "../protocol/plan.ts";
import type { ModelPort } from "../protocol/model.ts";
import { addSpend, largerSpend, NO_SPEND } from "../protocol/spend.ts";
import type { Question } from "../protocol/question.ts";
import { listPollWarnings } from "./config/poll.ts";

/** The most that a debate may use, without calling any model. Token counts are estimates on the high side. */
export function createPlan(resolved: ResolvedConfig, question: Question): DebatePlan {
  const { route } = resolved;
  const { text, context } = typeof question === "string" ? { text: question } : question;
  const material = readMaterial(context);
  // Nothing that is counted here depends on a file's digest.
  const turns = material.map((item) => toTurn("data" in item ? { ...item, sha256: "" } : item));
  const files = turns.flatMap((turn) => turn.files ?? []);
  refuseFiles(resolved, files);
  const estimate = planInputs(resolved, promptTokens(text, turns));
  const { retries } = resolved.limits;
  const callers = listCallers(resolved);
  const sum = (spends: Spend[]): Spend => spends.reduce(addSpend, NO_SPEND);
  const most = sum(callers.flatMap((caller) => listCallSpends(caller, estimate, 0)));
  const dearest = sum(callers.flatMap((caller) => listCallSpends(caller, estimate, retries)));
  const likely = sum(callers.flatMap((caller) => listLikelySpends(caller, estimate)));
  return {
    calls: {
      min: route.type === "always" ? countFewestCalls(resolved) : 1,
      likely: likelyCalls(resolved),
      max: most.calls,
    },
    tokens: { max: most.tokens ?? 0 },
    usd: { likely: most.usd === null ? null : likely.usd, max: dearest.usd },
    warnings: [...listWarnings(resolved, estimate), ...listFileWarnings(resolved, files)],
  };
}

/**
 * Every call of a caller, by its own model and by its fallback, because a failed call may be billed too. Each is
 * tried again `retries` times, with twice the room: a reply that was cut off is paid for, too.
 */
function listCallSpends(caller: DebateCaller, estimate: InputEstimate, retries: number): Spend[] {
  const { member, calls, again } = caller;
  return Array.from({ length: calls }, (_, call) => {
    const input = estimate(caller, call);
    const toolSteps = countToolSteps(caller, call);
    return withStandIns(member)
      .map((each) =>
        listModels(each)
          .map(({ pricing }) => {
            const { maxOutputTokens: room } = each;
            /** Every attempt after the first may have twice the room, and the turns after it show what came. */
            const tried = (tokens: number, steps: number): Spend =>
              Array.from({ length: retries + 1 }, (_each, attempt) => {
                const most = attempt === 0 && (steps === 0 || retries === 0) ? room : 2 * room;
                return estimateWorstTurns(tokens, most, pricing, steps);
              }).reduce(addSpend);
            // What is asked again shows the reply that could not be read, which may have had twice the room.
            const said = (retries > 0 ? 2 : 1) * room;
            const asking = input + said + AGAIN + toolSteps * (said + RESULT_TOKENS);
            const first = tried(input, toolSteps);
            return call >= again ? first : addSpend(first, tried(asking, 0));
          })
          .reduce(addSpend, NO_SPEND),
      )
      .reduce(largerSpend);
  });
}

/** Every call of a caller once, by its own model. */
function listLikelySpends(caller: DebateCaller, estimate: InputEstimate): Spend[] {
  const { member, calls } = caller;
  return Array.from({ length: calls }, (_, call) =>
    estimateWorst(estimate(caller, call), member.maxOutputTokens, member.pricing),
  );
}

/** The turn that asks again, in tokens. */
const AGAIN = 100;

/** Calls that are made in any case. */
function countFewestCalls(resolved: ResolvedConfig): number {
  const judge = listCallers(resolved).find(({ role }) => role === "judge");
  const judged = judge && alwaysJudges(resolved) ? judge.calls : 0;
  return countFewestAsked(resolved) * countFewestRounds(resolved) + judged;
}

/** Rounds that take place in any case. */
function countFewestRounds({
  answer,
  sides,
  stop,
  rounds,
  revise,
  verify,
  poll,
}: ResolvedConfig): number {
  // What nobody found, nobody checks.
  if (isReview({ answer }) || isDraft({ answer }) || sides !== null) return 1;
  const stoppable = stop.some((rule) => typeof rule === "function" || rule.type !== "never");
  return stoppable || revise !== "everyone" || verify !== null || poll !== null ? 1 : rounds + 1;
}

/** A poll may end after its first batch, if it can be sure at all. */
function countFewestAsked(resolved: ResolvedConfig): number {
  const { answer, members, poll, sides, stakes, verify } = resolved;
  if (isDraft({ answer }) || verify?.select) return 1;
  if (sides?.consultancy === true && sides.answers !== "leaders") return 1;
  // In a race too, everybody is asked.
  if (!asksInBatches(poll)) return members.filter((member) => !isPerson(member)).length;
  if (typeof poll === "function") return 1;
  if (poll.type === "lead") return Math.min(poll.by, members.length);
  if (stakes !== null) return stakes.person === undefined ? 1 : 0;
  const names = members.map(({ name }) => name);
  const known =
    poll.calibration && findUnknownMembers(poll.calibration, names).unknown.length < names.length;
  return known ? Math.min(poll.first, members.length) : members.length;
}

/** A checker may make the judge unnecessary. */
function alwaysJudges({ decide, verify }: ResolvedConfig): boolean {
  if (typeof decide === "function" || decide.type !== "judged") return false;
  return decide.always === true && verify === null;
}

/** What can ask for a tool in its reply. */
const CALLS_TOOLS: ReadonlySet<string> = new Set(["id", "sdk", "function"]);

function listWarnings(resolved: ResolvedConfig, estimate: InputEstimate): string[] {
  const { members, judge } = resolved;
  const warnings = listPollWarnings(resolved);
  const models = new Set(members.map(({ model }) => model.id));
  const alike = new Set(members.map(({ instructions }) => instructions)).size === 1;
  if (models.size === 1 && alike && members.every(({ temperature }) => temperature === 0)) {
    warnings.push(
      "All debaters are the same model at temperature 0 with the same instructions, so they will give the same reply " +
        "and the debate can't change anything. Raise the temperature or mix models.",
    );
  }
  if (judge && models.has(judge.model.id)) {
    warnings.push(
      `The judge uses the same model as a debater (${judge.model.id}): it may favor that debater's answers.`,
    );
  } else if (judge && members.some(({ model }) => getVendor(model) === getVendor(judge.model))) {
    warnings.push(
      `The judge (${judge.model.id}) is from the same vendor as a debater: it may favor that debater's answers.`,
    );
  }
  for (const member of members) {
    const { model, maxOutputTokens } = member;
    const room = model.contextWindow ?? Infinity;
    const longest = estimate({ role: "debater", member }, -1) + maxOutputTokens;
    if (longest > room) {
      warnings.push(
        `The last round may not fit into ${model.id}: up to ${longest} tokens, and it ` +
          `takes ${room}. Show a digest, use fewer rounds, or lower maxOutputTokens.`,
      );
      break;
    }
  }
  const { decide } = resolved;
  const ranks = typeof decide !== "function" && decide.type === "ranked" ? decide.count : null;
  if (members.length === 2 && ranks !== null && ranks !== "approval") {
    warnings.push(
      "With two debaters, each ballot ranks a single text: the ranking is always tied. Add debaters, or " +
        "count by approval.",
    );
  }
  if (comparesByRulesAlone(resolved)) {
    warnings.push(
      "No model compares answers in prose: those in other words count as different answers, even if they mean " +
        "the same. Name a model in `compare`.",
    );
  }
  const unable = members.filter(({ tools, model }) => tools && !CALLS_TOOLS.has(model.source));
  if (unable.length > 0) {
    const names = unable.map(({ name }) => name).join(", ");
    warnings.push(`Programs, embedded networks and people can't use \`tools\`: ${names}.`);
  }
  for (const { what, error } of resolved.lacking) {
    warnings.push(
      `\`${what === "claims" || what === "memo" ? "report" : what}\` can't be had: ${error}.`,
    );
  }
  if (judge && listCallers(resolved).every(({ role }) => role !== "judge")) {
    warnings.push(
      "There is a judge, but `decide` names another rule: the judge will not be asked.",
    );
  }
  return warnings;
}

/** Embedded networks answer in figures. */
function comparesByRulesAlone({ compare, answer, members, sides }: ResolvedConfig): boolean {
  const writers = members.filter(({ model }) => model.source !== "embedded");
  return compare === null && sides === null && writers.length > 0 && mayBeProse(answer);
}

/** The vendor of a model, as far as its id says. Functions have none. */
function getVendor({ id, provider }: ModelPort): string | symbol {
  const [house = "", maker = ""] = (provider === undefined ? "" : id).split(/[./]/);
  return house === "" ? Symbol("none") : house === "openrouter" ? maker : house;
}
