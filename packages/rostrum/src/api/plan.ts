import { everyTurn } from "../debate/calls.ts";
import { worstOf } from "../debate/worst-case.ts";
import type { Member, Setting } from "../debate/setting.ts";
import type { Spend } from "../protocol/budget.ts";
import type { DebatePlan } from "../protocol/config.ts";
import type { ModelPort } from "../protocol/model.ts";
import { addSpend, largerSpend, NO_SPEND } from "../protocol/spend.ts";
import type { Question } from "../protocol/question.ts";
import { plannedInputs, type PlannedInputs } from "./plan-inputs.ts";

/** What a debate may take at most, without asking any model. */
export function planOf(setting: Setting, question: Question): DebatePlan {
  const { members, judge, rounds, route } = setting;
  const asked = Buffer.byteLength(
    typeof question === "string" ? question : JSON.stringify(question),
  );
  const inputs = plannedInputs(setting, asked);
  const judging = usesJudge(setting) && judge !== null;
  let worst = NO_SPEND;
  const add = (member: Member, input: number, turns = 1): void => {
    worst = addSpend(worst, everyTurn(callCost(member, input), turns));
  };
  if (route.type !== "always") add(route.member, inputs.router);
  members.forEach((member, index) =>
    inputs.debaters[index]?.forEach((input, round) => add(member, input, turnsIn(round, member))),
  );
  if (judging) add(judge, inputs.judge);
  const routed = route.type === "always" ? 0 : 1;
  return {
    calls: {
      min:
        routed === 1
          ? 1
          : fewestAsked(setting) * fewestRounds(setting) +
            (judging && alwaysJudges(setting) ? 1 : 0),
      max: routed + members.length * (rounds + 1) + (judging ? 1 : 0),
    },
    tokens: { max: worst.tokens ?? 0 },
    usd: { max: worst.usd },
    warnings: warningsFor(setting, inputs),
  };
}

/** A poll may be content with the first it asks. */
/** Rounds that are held whatever anybody says. */
function fewestRounds({ stop, rounds, revise, verify, poll }: Setting): number {
  const stoppable = stop.some((rule) => typeof rule === "function" || rule.type !== "never");
  return stoppable || revise !== "everyone" || verify !== null || poll !== null ? 1 : rounds + 1;
}

function fewestAsked({ members, poll }: Setting): number {
  if (poll === null) return members.length;
  return typeof poll === "function" ? 1 : Math.min(poll.first ?? 2, members.length);
}

/** Of the model or its fallback, whichever charges more. */
function callCost({ maxOutputTokens, pricing, fallback }: Member, input: number): Spend {
  const own = worstOf(input, maxOutputTokens, pricing);
  return fallback ? largerSpend(own, worstOf(input, maxOutputTokens, fallback.pricing)) : own;
}

/** Each use of tools is one more turn of the same call. */
function turnsIn(round: number, { tools, toolsInRevisions, maxToolSteps }: Member): number {
  return tools && (round === 0 || toolsInRevisions) ? maxToolSteps : 1;
}

function usesJudge({ decide }: Setting): boolean {
  return typeof decide !== "function" && decide.type === "judged";
}

function alwaysJudges({ decide }: Setting): boolean {
  return typeof decide !== "function" && decide.type === "judged" && decide.always === true;
}

function warningsFor(setting: Setting, { debaters }: PlannedInputs): string[] {
  const { members, judge } = setting;
  const warnings: string[] = [];
  const models = new Set(members.map(({ model }) => model.id));
  const alike = new Set(members.map(({ instructions }) => instructions)).size === 1;
  if (models.size === 1 && alike && members.every(({ temperature }) => temperature === 0)) {
    warnings.push(
      "All debaters are one model at temperature 0 with the same instructions: they will say the same, " +
        "and the debate has nothing to argue about. Raise the temperature or mix models.",
    );
  }
  if (judge && models.has(judge.model.id)) {
    warnings.push(
      `The judge uses the same model as a debater (${judge.model.id}): it may favour its own kind of answer.`,
    );
  } else if (judge && members.some(({ model }) => family(model) === family(judge.model))) {
    warnings.push(
      `The judge (${judge.model.id}) comes from the same house as a debater: it may favour its kin.`,
    );
  }
  for (const [index, { model, maxOutputTokens }] of members.entries()) {
    const room = model.contextWindow ?? Infinity;
    const longest = (debaters[index]?.at(-1) ?? 0) + maxOutputTokens;
    if (longest > room) {
      warnings.push(
        `The last round may not fit into ${model.id}: up to ${longest} tokens, and it ` +
          `takes ${room}. Show a digest, ask fewer rounds, or lower maxOutputTokens.`,
      );
      break;
    }
  }
  if (judge && !usesJudge(setting)) {
    warnings.push(
      "There is a judge, but `decide` names another rule: the judge will not be asked.",
    );
  }
  return warnings;
}

/** Who made a model, as far as its id tells; functions have no family. */
function family({ id, provider }: ModelPort): string | symbol {
  const [house = "", maker = ""] = (provider === undefined ? "" : id).split(/[./]/);
  return house === "" ? Symbol("none") : house === "openrouter" ? maker : house;
}
