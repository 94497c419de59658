import type { VNode } from "preact";
import type { Position } from "@rostrum/core/protocol";
import { clipLine } from "@rostrum/core/support";
import { formatCount } from "@rostrum/core/export";
import { stripMarkdown } from "../../text/strip-markdown.ts";
import { readPoints } from "../../record/read-points.ts";

const LONGEST = 140;

/** A reply that is a list of points: what it found, what it says of others' findings, or its remarks on a draft. */
export function CellPoints({ position }: { position: Position }): VNode {
  const points = readPoints(position.answer);
  const remarks = (position.critique ?? []).map(({ problem }) => problem);
  const checks = points.some(({ mark }) => /^(?:uphold|refute|partly|doubt|duplicate)$/.test(mark));
  return (
    <>
      <p class="cell-count">
        {remarks.length > 0
          ? formatCount(remarks.length, "remark")
          : formatCount(points.length, checks ? "check" : "finding")}
      </p>
      <ul class="cell-points">
        {points.map(({ mark, claim }) => (
          <li>
            <span class={`severity mark-${mark}`}>{WORDS[mark] ?? mark}</span>{" "}
            <span class="said">{clipLine(stripMarkdown(claim), LONGEST)}</span>
          </li>
        ))}
        {remarks.map((problem) => (
          <li class="said">{clipLine(stripMarkdown(problem), LONGEST)}</li>
        ))}
      </ul>
    </>
  );
}

const WORDS: Partial<Record<string, string>> = {
  uphold: "upholds",
  refute: "refutes",
  partly: "in part",
  doubt: "unsettled",
  duplicate: "repeats",
};

/** Whether a reply is such a list. */
export function hasPoints(kind: string, { answer, critique }: Position): boolean {
  return critique !== undefined || (kind === "findings" && readPoints(answer).length > 0);
}
