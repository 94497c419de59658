import { NO_SPEND, addSpend, spendOf } from "../debate/worst-case.ts";
import type { Member, Setting } from "../debate/setting.ts";
import type { Spend } from "../protocol/budget.ts";
import type { DebatePlan } from "../protocol/config.ts";
import type { Question } from "../protocol/question.ts";

/** Bytes of instructions around the question, at most. */
const PROMPT_BYTES = 1500;

/** What a debate may take at most, without asking any model. */
export function planOf(setting: Setting, question: Question): DebatePlan {
  const { members, judge, rounds, route, show } = setting;
  const asked = Buffer.byteLength(typeof question === "string" ? question : JSON.stringify(question));
  const base = asked + PROMPT_BYTES;
  const replies = members.reduce((sum, { maxOutputTokens }) => sum + maxOutputTokens, 0);
  const judging = usesJudge(setting) && judge !== null;
  let worst = NO_SPEND;
  const add = (member: Member, input: number): void => {
    worst = addSpend(worst, callCost(member, input));
  };
  if (route.type !== "always") add(route.member, base);
  for (let round = 0; round <= rounds; round++) {
    // Turns are appended: each round's prompt holds all earlier ones.
    for (const member of members) add(member, base + round * (replies + PROMPT_BYTES));
  }
  if (judging) add(judge, base + replies * (show === "transcript" ? rounds + 1 : 1));
  const routed = route.type === "always" ? 0 : 1;
  return {
    calls: {
      min: routed === 1 ? 1 : members.length + (judging && alwaysJudges(setting) ? 1 : 0),
      max: routed + members.length * (rounds + 1) + (judging ? 1 : 0),
    },
    tokens: { max: worst.tokens ?? 0 },
    usd: { max: worst.usd },
    warnings: warningsFor(setting, base + rounds * (replies + PROMPT_BYTES)),
  };
}

function callCost({ maxOutputTokens, pricing }: Member, input: number): Spend {
  return spendOf(input, maxOutputTokens, pricing);
}

function usesJudge({ decide }: Setting): boolean {
  return typeof decide !== "function" && decide.type === "judged";
}

function alwaysJudges({ decide }: Setting): boolean {
  return typeof decide !== "function" && decide.type === "judged" && decide.always === true;
}

function warningsFor(setting: Setting, longest: number): string[] {
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
  }
  for (const { model, maxOutputTokens } of members) {
    const room = model.contextWindow ?? Infinity;
    if (longest + maxOutputTokens > room) {
      warnings.push(
        `The last round may not fit into ${model.id}: up to ${longest + maxOutputTokens} tokens, and it ` +
          `takes ${room}. Show a digest, ask fewer rounds, or lower maxOutputTokens.`,
      );
      break;
    }
  }
  if (judge && !usesJudge(setting)) {
    warnings.push("There is a judge, but `decide` names another rule: the judge will not be asked.");
  }
  return warnings;
}
