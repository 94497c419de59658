import {
  markup,
  NOTHING,
  raw,
  type Markup,
  listRoundBlocks,
  renderBlocks,
} from "@rostrum/core/export";
import type { DebateResult } from "@rostrum/core/protocol";
import { clipLine } from "@rostrum/core/support";
import { listGolds } from "../datasets/item.ts";
import type { ArmOutcome, EvalRow } from "../outcome.ts";
import type { ArmSummary } from "../summary.ts";
import { formatCalls } from "./cells.ts";

/** Rows of a report, with the data for the filters. */
export interface QuestionList {
  rows: readonly EvalRow[];
  arms: readonly ArmSummary[];
  /** True if the panel's vote was right. */
  voteRight(row: EvalRow): boolean;
}

const FILTERS = [
  ["all", "all"],
  ["hurt", "debate hurt"],
  ["differ", "arms differ"],
  ["errors", "errors"],
] as const;

/** Every question, collapsed. Radio buttons and styles filter them, so the page needs no script. */
export function renderQuestions(list: QuestionList): Markup {
  const tagged = list.rows.map((row) => ({ row, tags: listTags(row, list) }));
  return markup`<h2>Questions</h2><div class="filters">
    ${FILTERS.map(([id, title]) => {
      const count = tagged.filter(({ tags }) => id === "all" || tags.includes(id)).length;
      const checked = id === "all" ? raw(" checked") : NOTHING;
      return markup`<input type="radio" name="show" id="show-${id}"${checked}><label for="show-${id}">${title} (${count})</label>`;
    })}
    <div class="questions">${tagged.map(({ row, tags }) => renderQuestion(row, tags, list))}</div></div>`;
}

function listTags(row: EvalRow, { arms, voteRight }: QuestionList): string[] {
  const outcomes = Object.values(row.outcomes);
  const debated = arms.filter(({ type }) => type === "debate");
  const hurt = voteRight(row) && debated.some(({ name }) => row.outcomes[name]?.right === false);
  const differ = new Set(outcomes.map(({ right }) => right)).size > 1;
  const errors = outcomes.some(({ error }) => error !== undefined);
  return [hurt ? "hurt" : "", differ ? "differ" : "", errors ? "errors" : ""].filter(
    (tag) => tag !== "",
  );
}

function renderQuestion(row: EvalRow, tags: readonly string[], { arms }: QuestionList): Markup {
  const { item, independent, outcomes } = row;
  const right = Object.values(outcomes).filter((outcome) => outcome.right).length;
  const answers = arms.flatMap(({ name }) => {
    const outcome = outcomes[name];
    return outcome ? renderAnswer(name, outcome) : [];
  });
  return markup`<details class="q ${tags.join(" ")}"><summary><strong>${clipLine(item.id, 40)}</strong> <span class="dim">${right}/${arms.length} right</span> ${clipLine(item.question, 120)}</summary>
    <div class="said">${item.question}</div><div class="dim">right answer: <span class="said">${listGolds(item).join(" / ")}</span></div>
    <table><thead><tr><th>arm</th><th></th><th>answer</th><th>calls</th></tr></thead><tbody>${answers}</tbody></table>
    ${renderDebate("the panel's independent answers", independent, independent)}
    ${listDistinctDebates(row, arms).map(([names, debate]) => renderDebate(names, debate, independent))}</details>`;
}

function renderAnswer(name: string, { answer, right, calls, error }: ArmOutcome): Markup {
  const outcomeText = error === undefined ? (answer ?? "(none)") : `failed: ${error}`;
  return markup`<tr><td>${name}</td><td class="${right ? "right" : "wrong"}">${right ? "✓" : "✗"}</td><td class="said">${outcomeText}</td><td>${formatCalls(calls)}</td></tr>`;
}

/** Arms that share a debate show it once, under all their names. */
function listDistinctDebates(
  { independent, outcomes }: EvalRow,
  arms: readonly ArmSummary[],
): [string, DebateResult<unknown>][] {
  const namesByDebate = new Map<DebateResult<unknown>, string[]>();
  for (const { name } of arms) {
    const debate = outcomes[name]?.debate;
    if (debate && debate !== independent)
      namesByDebate.set(debate, [...(namesByDebate.get(debate) ?? []), name]);
  }
  return [...namesByDebate].map(([debate, names]) => [names.join(", "), debate]);
}

function renderDebate(
  title: string,
  debate: DebateResult<unknown>,
  independent: DebateResult<unknown>,
): Markup {
  // Arms share samples, so most debates start with the same round. A note instead of a copy keeps the page small.
  const sharesRoundZero = debate !== independent && hasSameStart(debate, independent);
  const rounds = debate.rounds.flatMap((_, index) =>
    sharesRoundZero && index === 0 ? [] : renderBlocks(listRoundBlocks(debate, index)),
  );
  return markup`<details class="debate"><summary>${title}</summary>
    ${sharesRoundZero ? markup`<p class="dim">Round 0 is the panel's independent answers.</p>` : NOTHING}${rounds}</details>`;
}

function hasSameStart(one: DebateResult<unknown>, other: DebateResult<unknown>): boolean {
  const texts = (debate: DebateResult<unknown>): string =>
    JSON.stringify(debate.rounds[0]?.positions.map(({ text }) => text));
  return texts(one) === texts(other);
}
