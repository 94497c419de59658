import type { Citation } from "../../protocol/citation.ts";
import type { Position, Round } from "../../protocol/position.ts";
import { answerMark } from "../answer-numbers.ts";
import { listPositionNotes } from "../facts.ts";
import { agreementWords } from "../phrases.ts";
import { hasWordings, listGroupNotes, wordingGroups } from "../wordings.ts";
import { markProse } from "./open-questions.ts";
import { markup, NOTHING, type Markup } from "./markup.ts";

/** Every round with every reply, collapsed at first. */
export function roundSection(
  rounds: readonly Round[],
  place: number,
  numbers: readonly (number | null)[],
  crux: Markup = NOTHING,
  /** The quotations in a debater's reply. */
  quotesOf: (position: Position) => readonly Citation[] = () => [],
): Markup {
  const { index, positions, agreement } = rounds[place] as Round;
  const name = index === 0 ? "Round 0, independent" : `Round ${index}`;
  return markup`<section>
    <h2>${name} <span class="dim">${agreementWords(agreement)}</span></h2>
    ${crux} ${renderWordings(rounds, place)}
    ${positions.map((position, member) =>
      renderPosition(position, numbers[member] ?? null, quotesOf(position)),
    )}
  </section>`;
}

/** Which wordings count as one answer, where somebody had to tell. */
function renderWordings(rounds: readonly Round[], place: number): Markup {
  if (!hasWordings(rounds, place)) return NOTHING;
  const items = wordingGroups(rounds, place).map((group) => {
    return markup`<li>
      ${group.wordings.map(({ text }) => markup`<div class="said">${text}</div>`)}
      <span class="dim">${listGroupNotes(group).join(" · ")}</span>
    </li>`;
  });
  return markup`<details><summary>Answers and their wordings</summary><ul>${items}</ul></details>`;
}

function renderPosition(
  position: Position,
  number: number | null,
  quotes: readonly Citation[],
): Markup {
  const { debater, answer, status, text, error, justification } = position;
  const body = status === "failed" ? (error ?? "") : text;
  return markup`<details>
    <summary>
      ${renderMark(number)}<strong>${debater}</strong> <span class="dim">${listPositionNotes(position).join(" · ")}</span> ${answer ?? ""}
    </summary>
    <div class="said">${markProse(body, quotes)}</div>
    ${justification === undefined ? NOTHING : markup`<div class="dim said">Reason for the change: ${justification}</div>`}
  </details>`;
}

/** One number and color per answer, the same in every round. */
function renderMark(number: number | null): Markup {
  if (number === null) return markup`<span class="mark none">–</span>`;
  return markup`<span class="mark c${Math.min(number, 4)}">${answerMark(number)}</span>`;
}
