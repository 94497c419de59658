import { enforcesSchema, promptInput, withInstructions } from "./calls.ts";
import { MOST_FINDINGS } from "../answers/index.ts";
import { ARGUING, JUDGING_SIDES, UNSEEN } from "./sides/prompt.ts";
import { CRITIQUE_SCHEMA, SIGNING_SCHEMA } from "./drafting/prompt.ts";
import { CHECKING, SAME_PROBLEM, VERDICTS, VERDICTS_SCHEMA } from "./findings/prompt.ts";
import { comparingSystem, GROUPING, GROUPS_SCHEMA } from "./comparing/prompt.ts";
import { isDraft, isReview, mostRounds, speaksIn, type DebateCaller } from "./callers.ts";
import { RANKING, RANKING_SCHEMA, rankingTask } from "./ranking/prompt.ts";
import { CRUX_SCHEMA, CRUX_TASK, cruxTurn, FINDING_CRUX } from "./crux/prompt.ts";
import {
  CLAIMS_SCHEMA,
  claimsTask,
  LISTING_CLAIMS,
  memoSchema,
  memoTask,
  WRITING_MEMO,
} from "./report/prompt.ts";
import type { Member, ResolvedConfig } from "./resolved-config.ts";
import { describeEnding, objectForm, replySchema } from "./prompts/reply-form.ts";
import { estimateTokens } from "./token-estimate.ts";

/** The most input tokens of each call of a debate. Texts that rostrum writes are estimated on the high side. */
export interface PlannedInputs {
  router: number;
  /** By panel index, then by round. */
  debaters: number[][];
  /** By panel index. */
  ballots: number[];
  judge: number;
  comparer: number;
  crux: number;
  claims: number;
  memo: number;
  ballot: number;
}

/** What one call of a caller may have to read. */
export function estimateInput(
  { role, member }: Pick<DebateCaller, "role" | "member">,
  call: number,
  inputs: PlannedInputs,
  members: readonly Member[],
): number {
  const seat = members.indexOf(member);
  if (role === "debater") return inputs.debaters[seat]?.[call] ?? 0;
  return role === "ballot" ? (inputs.ballots[seat] ?? 0) : inputs[role];
}

/** What chat formats add around each turn. */
const TURN = 8;

/** Marks and brackets around a block, without its label. */
const FENCE = 64;

/** `asked`: tokens of the question and its context. `quoted`: how many tokens one quoted token counts as. */
export function plannedInputs(config: ResolvedConfig, asked: number, quoted = 1): PlannedInputs {
  const { prompts, members, judge, rounds, route, decide, compare, crux, report } = config;
  const positions = compared(config, quoted);
  const opening = promptInput("debater", 0);
  const form = formTokens(config);
  const first = (
    system: string,
    member: Member,
    task: string,
    ...schemas: (object | null)[]
  ): number =>
    asked +
    schemaTokens(member, schemas) +
    estimateTokens(withInstructions(system, member)) +
    estimateTokens(task) +
    form +
    4 * TURN;
  const answer = replySchema(config.answer, true);
  const judging = promptInput("judge", rounds + 1, {
    labels: members.map(({ name }) => name),
  });
  const ranked = typeof decide !== "function" && decide.type === "ranked" ? decide : null;
  const mode = typeof decide !== "function" && decide.type === "judged" ? decide.mode : undefined;
  return {
    router:
      route.type === "always"
        ? 0
        : first(prompts.router(promptInput("router", 0)), route.member, "", answer),
    debaters: members.map((member, seat) =>
      growing(
        config,
        member,
        first(
          prompts.system(opening),
          member,
          prompts.opening(opening),
          answer,
          isReview(config) ? VERDICTS_SCHEMA : isDraft(config) ? CRITIQUE_SCHEMA : null,
        ),
        quoted,
      ).filter((_, round) => !isDraft(config) || speaksIn(seat, round)),
    ),
    ballots: ranked
      ? members.map(
          (member) =>
            first(RANKING, member, rankingTask(ranked.count), RANKING_SCHEMA) +
            compared(config, quoted),
        )
      : [],
    judge: judge
      ? first(
          prompts.judgeSystem(judging),
          judge,
          prompts[mode ?? "synthesize"](judging),
          answer,
          isDraft(config) ? SIGNING_SCHEMA : null,
        ) +
        shownAt(config, rounds + 1, quoted) +
        (ranked ? members.length * FENCE : 0) +
        (config.sides ? estimateTokens(JUDGING_SIDES + UNSEEN) : 0) +
        sidesTokens(config, quoted)
      : 0,
    // Whoever puts an answer in other words is compared with its earlier ones too.
    comparer: compare
      ? first(
          (isReview(config) ? SAME_PROBLEM : "") + comparingSystem(),
          compare.member,
          GROUPING,
          GROUPS_SCHEMA,
        ) +
        2 * positions +
        (isReview(config) ? findingFences(config) : 0)
      : 0,
    crux: crux ? first(FINDING_CRUX, crux, CRUX_TASK, CRUX_SCHEMA) + positions : 0,
    claims: report
      ? first(LISTING_CLAIMS, report.member, claimsTask(report.max), CLAIMS_SCHEMA) + positions
      : 0,
    memo:
      report?.type === "memo"
        ? first(WRITING_MEMO, report.member, memoTask(false), memoSchema(false)) +
          // The positions, the votes or the decision, and the claims.
          2 * positions +
          quoted * report.member.maxOutputTokens
        : 0,
    ballot: 0,
  };
}

/** What stands around all findings that a panel may report. */
function findingFences({ members }: ResolvedConfig): number {
  return members.length * MOST_FINDINGS * FENCE;
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
function formTokens({ answer }: ResolvedConfig): number {
  const ending = describeEnding(answer, { mark: "0".repeat(14), revising: true, enforced: false });
  return Math.max(estimateTokens(ending), estimateTokens(objectForm("0".repeat(14))));
}

/** Turns are appended, so each round's prompt contains all earlier prompts and replies. */
function growing(
  config: ResolvedConfig,
  { maxOutputTokens }: Member,
  first: number,
  quoted: number,
): number[] {
  const revision = isReview(config)
    ? estimateTokens(CHECKING + VERDICTS) + findingFences(config)
    : config.sides
      ? estimateTokens(ARGUING) * 3 + sidesTokens(config, quoted)
      : estimateTokens(config.prompts.revision(promptInput("debater", 1)));
  const crux = config.crux
    ? estimateTokens(cruxTurn("")) + quoted * config.crux.maxOutputTokens + FENCE
    : 0;
  const inputs = [first];
  for (let round = 1; round < mostRounds(config); round++) {
    // The debater's own reply is there twice: as its turn, and as the answer to reconsider.
    const added =
      crux +
      revision +
      formTokens(config) +
      shownAt(config, round, quoted) +
      2 * quoted * maxOutputTokens +
      2 * TURN;
    inputs.push((inputs[round - 1] ?? 0) + added);
  }
  return inputs;
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
  { members, sides, ...config }: ResolvedConfig,
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
  return quoted * words + blocks * (FENCE + 2 * label);
}
