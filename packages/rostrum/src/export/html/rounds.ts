import type { Position, Round } from "../../protocol/position.ts";
import { percent } from "../words.ts";
import { html, NOTHING, type Markup } from "./markup.ts";

/** Every round with every reply, folded away until it is wanted. */
export function roundSection({ index, positions, agreement }: Round): Markup {
  const name = index === 0 ? "Round 0, independent" : `Round ${index}`;
  return html`<section>
<h2>${name} <span class="dim">agreement ${percent(agreement)}</span></h2>
${positions.map(positionDetails)}
</section>`;
}

function positionDetails(position: Position): Markup {
  const { debater, answer, confidence, changed, status, text, error, attempts, justification } = position;
  const notes = [
    status === "spoke" ? "" : status.replace("_", " "),
    confidence === null ? "" : percent(confidence),
    changed ? "changed" : "",
    attempts === undefined ? "" : `${attempts} attempts`,
  ].filter((note) => note !== "");
  const body = status === "failed" ? (error ?? "") : text;
  return html`<details>
<summary>${mark(position.cluster)}<strong>${debater}</strong> ${answer ?? ""} <span class="dim">${notes.join(" · ")}</span></summary>
<div class="said">${body}</div>
${justification === undefined ? NOTHING : html`<div class="dim said">Reason for the change: ${justification}</div>`}
</details>`;
}

/** A letter and a colour an answer: same letter, same answer in that round. */
function mark(cluster: number | null): Markup {
  if (cluster === null) return html`<span class="mark none">–</span>`;
  const letter = cluster < 26 ? String.fromCharCode(65 + cluster) : String(cluster + 1);
  return html`<span class="mark c${Math.min(cluster, 4)}">${letter}</span>`;
}
