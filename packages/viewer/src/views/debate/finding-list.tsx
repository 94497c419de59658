import type { VNode } from "preact";
import type { Citation } from "../../../../rostrum/src/protocol/citation.ts";
import type { Finding } from "../../../../rostrum/src/protocol/findings.ts";
import { visible } from "../../../../rostrum/src/visible.ts";
import { SaidLine } from "../../said/said.tsx";

/** What a review found, the refuted last. */
export function FindingList({ findings }: { findings: readonly Finding[] }): VNode {
  if (findings.length === 0) return <p class="dim">Nothing was found.</p>;
  const order = findings.toSorted((a, b) => rank(a) - rank(b));
  return (
    <ol class="findings">
      {order.map((finding) => (
        <FindingItem finding={finding} />
      ))}
    </ol>
  );
}

const SEVERITIES = ["critical", "high", "medium", "low"];

function rank({ status, severity }: Finding): number {
  return SEVERITIES.indexOf(severity) + (status === "refuted" ? SEVERITIES.length : 0);
}

function FindingItem({ finding }: { finding: Finding }): VNode {
  const { claim, severity, status, by, against, quotes, votes } = finding;
  const refutations = votes.flatMap(({ vote, quote, debater }) =>
    vote === "refute" && quote ? [{ quote, debater }] : [],
  );
  return (
    <li class={`finding finding-${status}`}>
      <p class="finding-head">
        <span class={`pill severity-${severity}`}>{severity}</span>
        <span class="pill">{status}</span>
        <span class="dim small">
          found by {by.map(visible).join(", ")}
          {against.length > 0 && `; refuted by ${against.map(visible).join(", ")}`}
        </span>
      </p>
      <SaidLine text={claim} class="finding-claim" />
      {distinct(quotes).map((quote) => (
        <Quoted quote={quote} />
      ))}
      {refutations.map(({ quote, debater }) => (
        <Quoted quote={quote} against={debater} />
      ))}
    </li>
  );
}

/** Members that report the same often quote the same. */
function distinct(quotes: readonly Citation[]): Citation[] {
  return [...new Map(quotes.map((quote) => [`${quote.verified} ${quote.text}`, quote])).values()];
}

/** Words that don't stand where they are said to stand are struck through. */
function Quoted({ quote, against }: { quote: Citation; against?: string }): VNode {
  const { text, verified, document } = quote;
  return (
    <blockquote class="finding-quote said">
      {verified ? visible(text) : <s>{visible(text)}</s>}
      <span class="dim small">
        {against === undefined ? "" : ` against it, from ${visible(against)}`}
        {verified
          ? document === undefined
            ? ""
            : ` ${visible(document)}`
          : " not in the material"}
      </span>
    </blockquote>
  );
}
