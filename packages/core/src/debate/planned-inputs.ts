import { RESULT_TOKENS, SAYS_TOKENS } from "./worst-case.ts";
import { AUDIT_SCHEMA, AUDIT_TASK, AUDITING } from "./audit/prompt.ts";
import { enforcesSchema, promptInput, withInstructions } from "./prompt-parts.ts";
import { MOST_FINDINGS } from "../answers/index.ts";
import { ARGUING, JUDGING_SIDES, UNSEEN } from "./sides/prompt.ts";
import { CRITIQUE_SCHEMA, SIGNING_SCHEMA } from "./drafting/prompt.ts";
import { CHECKING, MOST_TESTS, SAME_CAUSE, VERDICTS, VERDICTS_SCHEMA } from "./findings/prompt.ts";
import { comparingSystem, groupingTask, groupsSchema } from "./comparing/prompt.ts";
import { isDraft, isReview, countMostRounds, speaksIn, type DebateCaller } from "./callers.ts";
import { RANKING, RANKING_SCHEMA, rankingTask } from "./ranking/prompt.ts";
import { CRUX_SCHEMA, CRUX_TASK, cruxTurn, FINDING_CRUX } from "./crux/prompt.ts";
import {
  claimsSchema,
  claimsTask,
  LISTING_CLAIMS,
  memoSchema,
  memoTask,
  WRITING_MEMO,
} from "./report/prompt.ts";
import type { Member, ResolvedConfig } from "./resolved-config.ts";
import { describeEnding, objectForm, replySchema } from "./prompts/reply-form.ts";
import { estimateTokens } from "./token-estimate.ts";

/** The most input tokens of one call of a caller. Texts that rostrum writes are estimated on the high side. */
export type InputEstimate = (
  caller: Pick<DebateCaller, "role" | "member">,
  /** -1: its last call. */
  call: number,
) => number;

/** What chat formats add around each turn. */
const TURN = 8;

/** What is pooled of the evidence of others before a round, on the high side. */
const POOLED_TOKENS = 24_000;

/** Marks and brackets around a block, without its label. */
const FENCE = 64;

/** `asked`: tokens of the question and its context. `quoted`: how many tokens one quoted token counts as. */
export function planInputs(config: ResolvedConfig, asked: number, quoted = 1): InputEstimate {
  const { prompts, members, rounds, decide, report } = config;
  const answer = replySchema(config, true);
  const form = formTokens(config);
  const rule = typeof decide === "function" ? null : decide;
  const positions = compared(config, quoted);
  return ({ role, member }, call) => {
    const first = (system: string, task: string, ...schemas: (object | null)[]): number =>
      asked +
      schemaTokens(member, schemas) +
      estimateTokens(withInstructions(system, member)) +
      estimateTokens(task) +
      form +
      4 * TURN;
    switch (role) {
      case "router":
        return first(prompts.router(promptInput("router", 0)), "", answer);
      case "debater": {
        const opening = promptInput("debater", 0);
        const schema = isReview(config)
          ? VERDICTS_SCHEMA
          : isDraft(config)
            ? CRITIQUE_SCHEMA
            : null;
        const start =
          first(prompts.system(opening), prompts.opening(opening), answer, schema) +
          (member.tools?.mostTokens ?? 0);
        const seat = members.indexOf(member);
        const inputs = growing(config, member, start, quoted).filter(
          (_, round) => !isDraft(config) || speaksIn(seat, round),
        );
        return inputs.at(call) ?? 0;
      }
      case "ballot": {
        const count = rule?.type === "ranked" ? rule.count : "borda";
        return first(RANKING, rankingTask(count), RANKING_SCHEMA) + positions;
      }
      case "judge": {
        const labels = members.map(({ name }) => name);
        const input = promptInput("judge", rounds + 1, { labels });
        const mode = rule?.type === "judged" ? rule.mode : "synthesize";
        const signing = isDraft(config) ? SIGNING_SCHEMA : null;
        return (
          first(prompts.judgeSystem(input), prompts[mode](input), answer, signing) +
          shownAt(config, rounds + 1, quoted) +
          (rule?.type === "ranked" ? members.length * FENCE : 0) +
          (config.sides ? estimateTokens(JUDGING_SIDES + UNSEEN) : 0) +
          sidesTokens(config, quoted)
        );
      }
      case "comparer": {
        const review = isReview(config);
        // Whoever puts an answer in other words is compared with its earlier ones too.
        return (
          first(
            (review ? SAME_CAUSE : "") + comparingSystem(),
            groupingTask(true),
            groupsSchema(true),
          ) +
          2 * positions +
          (review ? findingFences(config) : 0)
        );
      }
      case "crux":
        return first(FINDING_CRUX, CRUX_TASK, CRUX_SCHEMA) + positions;
      case "claims":
        return first(LISTING_CLAIMS, claimsTask(report?.max ?? 0), claimsSchema(true)) + positions;
      case "audit":
        // The positions, and the answer once more.
        return first(AUDITING, AUDIT_TASK, AUDIT_SCHEMA) + 2 * positions + SAYS_TOKENS + FENCE;
      case "memo":
        // The positions, the votes or the decision, and the claims.
        return (
          first(WRITING_MEMO, memoTask(false), memoSchema(false)) +
          2 * positions +
          quoted * member.maxOutputTokens
        );
    }
  };
}

/** What stands around all findings that a panel may report. */
function findingFences({ members }: ResolvedConfig): number {
  return members.length * MOST_FINDINGS * FENCE;
}

/** What the tests of findings printed, and the fences around it. A test itself is a part of a reply. */
function testTokens({ verify }: ResolvedConfig): number {
  return verify === null ? 0 : MOST_TESTS * (SAYS_TOKENS + 4 * FENCE);
}

/** The most that the schema of a call may take. */
function schemaTokens(member: Member, schemas: readonly (object | null)[]): number {
  if (!enforcesSchema(member)) return 0;
  const inWords = objectForm("0".repeat(14));
  return Math.max(
    0,
    ...schemas.map((schema) =>
      schema === null ? 0 : estimateTokens(JSON.stringify({ type: "json", schema, inWords })),
    ),
  );
}

/** The most that the words about the form of a reply may take. */
function formTokens({ answer, verify }: ResolvedConfig): number {
  const mark = "0".repeat(14);
  const ending = describeEnding(answer, {
    mark,
    revising: true,
    enforced: false,
    confidence: true,
    verify,
  });
  return Math.max(estimateTokens(ending), estimateTokens(objectForm("0".repeat(14))));
}

/** Turns are appended, so each round's prompt contains all earlier prompts and replies. */
function growing(config: ResolvedConfig, member: Member, first: number, quoted: number): number[] {
  const { maxOutputTokens } = member;
  const revision = isReview(config)
    ? estimateTokens(CHECKING + VERDICTS) + findingFences(config) + testTokens(config)
    : config.sides
      ? estimateTokens(ARGUING) * 3 + sidesTokens(config, quoted)
      : estimateTokens(config.prompts.revision(promptInput("debater", 1)));
  const crux = config.crux
    ? estimateTokens(cruxTurn("")) + quoted * config.crux.maxOutputTokens + FENCE
    : 0;
  const inputs = [first];
  for (let round = 1; round < countMostRounds(config); round++) {
    // The debater's own reply is there twice: as its turn, and as the answer to reconsider.
    const added =
      crux +
      revision +
      formTokens(config) +
      shownAt(config, round, quoted) +
      2 * quoted * maxOutputTokens +
      2 * TURN +
      toolTokens(config, member, round);
    inputs.push((inputs[round - 1] ?? 0) + added);
  }
  return inputs;
}

/** What tools returned to a debater in the round before, and what is pooled for it. */
function toolTokens(
  { evidence, members }: ResolvedConfig,
  { tools, toolsInRevisions, maxToolSteps, maxOutputTokens }: Member,
  round: number,
): number {
  const used = tools !== undefined && (round === 1 || toolsInRevisions);
  const own = used ? maxToolSteps * (RESULT_TOKENS + maxOutputTokens) : 0;
  const pooled = evidence === "shared" && members.some((member) => member.tools !== undefined);
  return own + (pooled ? POOLED_TOKENS : 0);
}

/** The answers that are argued for, as they are shown in each turn. */
function sidesTokens({ sides, members }: ResolvedConfig, quoted: number): number {
  if (sides === null) return 0;
  const texts =
    sides.answers === "leaders"
      ? 2 * quoted * Math.max(...members.map(({ maxOutputTokens }) => maxOutputTokens))
      : estimateTokens(sides.answers.join("\n"));
  return texts + members.length * FENCE;
}

/** The answers of all debaters and the judge, each as long as a reply may be. */
function compared({ members, judge }: ResolvedConfig, quoted: number): number {
  const speakers = [...members, ...(judge ? [judge] : [])];
  return speakers.reduce((sum, { maxOutputTokens }) => sum + quoted * maxOutputTokens + FENCE, 0);
}

/** All debaters' replies as they are quoted to one reader before a round. */
function shownAt(
  { members, sides, verify, ...config }: ResolvedConfig,
  round: number,
  quoted: number,
): number {
  // A judge of sides reads all that was said.
  const show = sides ? "transcript" : config.show;
  const replies = members.reduce((sum, { maxOutputTokens }) => sum + maxOutputTokens, 0);
  const label = Math.max(...members.map(({ name }) => estimateTokens(name)));
  const blocks = members.length * (show === "transcript" ? round : 1) + 1;
  // A digest quotes the answer and the reasoning, which may contain the same words.
  const words = replies * (show === "transcript" ? round : show === "digest" ? 2 : 1);
  // A checker's word stands below the replies, each with the answer that it is about.
  const checks = verify === null ? 0 : quoted * words + blocks * (SAYS_TOKENS + 2 * FENCE);
  return quoted * words + blocks * (FENCE + 2 * label) + checks;
}
