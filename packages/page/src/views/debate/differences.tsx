import type { VNode } from "preact";
import type { Difference, PartialResult } from "@rostrum/core/protocol";
import { DIFFERENCES_TITLE, formatCount, shortenAnswer } from "@rostrum/core/export";
import { findTie } from "@rostrum/core/record";
import { escapeInvisible } from "@rostrum/core/support";
import { renderLine } from "../../markdown/markdown.tsx";
import { Avatars } from "../../parts/avatar.tsx";
import { describeAnswer } from "../../record/describe-answer.ts";
import { listMembers } from "../../record/list-members.ts";
import type { ViewProps } from "../view-props.ts";

const FIRST = 3;

/** Points on which answers differ: contradictions first, then points that only some of them mention. */
export function Differences({ snapshot, numbers, names }: ViewProps): VNode | null {
  const { record } = snapshot;
  const members = new Map(
    listMembers(record, numbers).map(({ name, number }) => [name, number] as const),
  );
  const differences = [...listPositions(record.result), ...record.result.differences];
  if (differences.length === 0) return null;
  const conflicts = differences.filter(({ kind }) => kind === "conflict");
  const sorted = [...conflicts, ...differences.filter(({ kind }) => kind !== "conflict")];
  const renderRow = ({ about, kind, says }: Difference): VNode => (
    <li class="difference">
      <div>
        <p class="difference-about said">{renderLine(about, names)}</p>
        {kind === "conflict" ? (
          <span class="tag warn">Conflict</span>
        ) : (
          <span class="tag">{describeUnique(says)}</span>
        )}
      </div>
      <ul class="says">
        {says.map(({ debaters, text }) => (
          <li>
            <span class="who-says">
              <Avatars
                members={debaters.map((name) => ({ name, number: members.get(name) ?? null }))}
              />
              <bdi>{debaters.map((name) => escapeInvisible(name)).join(", ")}</bdi>
            </span>
            <p class="said">{renderLine(text, names)}</p>
          </li>
        ))}
      </ul>
    </li>
  );
  // Never folds a single point.
  const count = sorted.length > FIRST + 1 ? FIRST : sorted.length;
  return (
    <section
      class="part differences"
      id="differences"
      aria-labelledby="differences-title"
      tabIndex={-1}
    >
      <h2 id="differences-title">
        {DIFFERENCES_TITLE} <small>{describeCount(conflicts.length, differences.length)}</small>
      </h2>
      <div class="card">
        <ol class="rows">{sorted.slice(0, count).map(renderRow)}</ol>
        {count < sorted.length && (
          <details class="more-rows">
            <summary>{describeMore(sorted.slice(count))}</summary>
            <ol class="rows">{sorted.slice(count).map(renderRow)}</ol>
          </details>
        )}
      </div>
    </section>
  );
}

/** "Show 3 more: 1 contradiction, 2 said by some" */
function describeMore(differences: readonly Difference[]): string {
  const conflicts = differences.filter(({ kind }) => kind === "conflict").length;
  const others = differences.length - conflicts;
  const kinds = [
    conflicts === 0 ? "" : formatCount(conflicts, "contradiction"),
    others === 0 ? "" : `${others} said by some`,
  ].filter((text) => text !== "");
  return `Show ${differences.length} more: ${kinds.join(", ")}`;
}

function describeCount(conflicts: number, total: number): string {
  const points = formatCount(total, "point");
  if (conflicts === 0) return `${points}, no contradiction`;
  return conflicts === total
    ? points
    : `${points}, ${formatCount(conflicts, "contradiction")} first`;
}

/** The answers themselves, if members gave more than one: the comparer leaves out what its groups show. */
function listPositions(result: PartialResult): Difference[] {
  const { tally } = result.decision;
  // The form of a tie shows them.
  if (tally.length < 2 || result.findings || findTie(result)) return [];
  const says = tally.map(({ answer, label, debaters }) => ({
    debaters,
    text: shortenAnswer(describeAnswer(answer), { label }),
  }));
  return [{ about: "The answer", kind: "conflict", says }];
}

/** A name may be long, and the row names them all. */
const MAX_NAME_CHARS = 16;

function describeUnique(says: Difference["says"]): string {
  const [name = "", ...others] = says.flatMap(({ debaters }) => debaters);
  if (others.length > 0 || name.length > MAX_NAME_CHARS) return "Said by some";
  return `Only ${escapeInvisible(name)} says it`;
}
