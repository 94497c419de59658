import { QUOTED } from "../prompts/prompt-sets.ts";
import type { PromptMessage } from "../../protocol/question.ts";
import type { ToolBox } from "../../protocol/tool.ts";
import { debaterStep, type PreparedCall } from "../asking/ask.ts";
import { prepareCall } from "../asking/calls.ts";
import { fenceMark, fenceQuotes } from "../prompts/marks.ts";
import { questionTurns } from "../prompts/prompt-parts.ts";
import type { DebateState, Seat } from "../state/state.ts";
import { showNotes } from "../asking/view.ts";
import { listTexts, quoteExcerpts } from "./excerpts.ts";
import type { MergedFinding } from "./merge.ts";
import { checkingTurn, VOTES_SCHEMA } from "../prompts/findings-prompts.ts";

/**
 * Variant of a check. Under a cap, a cheaper variant may be used. All variants have the same prompts, so that a
 * resumed run can switch between them.
 */
export interface CheckTerms {
  /** The material is too long for one call. */
  isSplit: boolean;
  /** Members may use tools while they vote. */
  offersTools: boolean;
  /** Maximum output tokens of a reply. Absent: the member's own limit. */
  outputLimit?: number;
}

/** Prepares the call in which a member votes on the panel's findings. */
export function prepareCheck(
  state: DebateState,
  seat: Seat,
  findings: readonly MergedFinding[],
  { isSplit, offersTools, outputLimit = Infinity }: CheckTerms,
): PreparedCall {
  const step = debaterStep(seat, 1);
  const mark = fenceMark(state.task, step);
  const tools = keepSafeTools(seat.tools);
  const visibleFindings = findings.map((finding) => ({
    ...finding,
    isOwn: finding.authors.includes(seat.index),
  }));
  const turn = `${showNotes(state, seat, 1, mark)}${checkingTurn(mark, visibleFindings)}\n\n${QUOTED}`;
  const call = prepareCall(state, {
    member: {
      ...seat.member,
      maxOutputTokens: Math.min(seat.member.maxOutputTokens, outputLimit),
    },
    role: "debater",
    step,
    round: 1,
    own: seat.vote,
    items: findings.map(({ claim }) => claim),
    system: seat.system,
    messages:
      !isSplit && needsWhole(seat, tools, findings)
        ? questionTurns(state.task, turn)
        : showExcerpts(state, mark, turn, tools, findings),
    reply: { schema: VOTES_SCHEMA },
    tools: offersTools ? tools : null,
  });
  return { seat, call, expected: "one JSON object with the votes" };
}

/**
 * True if a member needs all of the material: it hasn't read it yet, or a finding has no quote to show an excerpt of
 * and the member has no tool to look for it.
 */
function needsWhole(
  { chat, index }: Seat,
  tools: ToolBox | null,
  findings: readonly MergedFinding[],
): boolean {
  const isPlaced = ({ authors, verified }: MergedFinding): boolean =>
    authors.includes(index) || verified;
  return chat.length === 0 || (tools === null && !findings.every(isPlaced));
}

const READ_BEFORE =
  "You and the other members have done this, with the whole material in view. The passages that your findings quote are " +
  "shown again below, with the lines around them.";
const MORE_IN_FILES = "If you have tools, you can read more of it with them.";

function showExcerpts(
  { task, ports }: DebateState,
  mark: string,
  turn: string,
  tools: ToolBox | null,
  findings: readonly MergedFinding[],
): PromptMessage[] {
  const citations = findings.flatMap((finding) => finding.citations);
  const excerpts = quoteExcerpts(listTexts(task.material, ports.rounds), citations);
  const intro = tools === null ? READ_BEFORE : `${READ_BEFORE} ${MORE_IN_FILES}`;
  const passages = excerpts.length === 0 ? [] : [intro, ...fenceQuotes(mark, excerpts)];
  // Images and other files can't be shown in excerpts.
  const context = task.context.filter((_, index) => !("text" in (task.material[index] ?? {})));
  const instruction = [...passages, turn].join("\n\n");
  return questionTurns({ ...task, context }, instruction);
}

/** Tools that send nothing. In the check, members read text of peers, which could steer a tool that does. */
function keepSafeTools(tools: ToolBox | null): ToolBox | null {
  const names = Object.keys(tools?.offered ?? {}).filter((name) => tools?.find(name)?.isSafe);
  if (tools === null || names.length === 0) return null;
  return {
    offered: Object.fromEntries(names.map((name) => [name, tools.offered[name]])),
    tokens: tools.tokens,
    // A search sends its query, so it is excluded.
    feesUsd: 0,
    isSafe: true,
    find: (name) => (names.includes(name) ? tools.find(name) : undefined),
  };
}
