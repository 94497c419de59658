import type { VNode } from "preact";
import type { FindingVoteKind, Severity } from "@rostrum/core/protocol";
import type { ShownStatus } from "@rostrum/core/record";
import { Icon } from "../../../parts/icon.tsx";

export const STATUS_MEANINGS: Record<ShownStatus, string> = {
  upheld: "nobody refutes it",
  "upheld, unconfirmed": "nobody refutes it, and nobody but its author says that it is right",
  contested:
    "it stands, but somebody refutes a part of it, or its own quote is not in the material",
  "not checked": "nobody but its authors voted on it",
  refuted: "more refute it with a quote than uphold it",
};

/** The definitions that members get. */
export const SEVERITY_MEANINGS: Record<Severity, string> = {
  critical: "data lost, security broken or an outage in ordinary use",
  high: "wrong results or a crash in ordinary use",
  medium: "wrong in rare but real use",
  low: "anything else worth a fix",
};

const VERDICT_MEANINGS: Record<FindingVoteKind, string> = {
  uphold: "it is right",
  refute: "it is wrong",
  doubt: "neither the material nor certain knowledge settles it",
  partly: "a part of it is wrong",
  duplicate: "it has the same cause as another finding",
};

/** Icon for a vote on a finding. The meaning is next to it in words. */
export function VerdictSign({ vote }: { vote: FindingVoteKind }): VNode {
  return (
    <span class={`verdict-sign sign-${vote}`}>
      <Icon name={vote === "duplicate" ? "copy" : vote} />
    </span>
  );
}

/** Legend for the icons of votes. */
export function VerdictKey(): VNode {
  return (
    <dl>
      {(Object.keys(VERDICT_MEANINGS) as FindingVoteKind[]).map((vote) => (
        <div>
          <dt>
            <VerdictSign vote={vote} />
            <span class="hidden">{vote}</span>
          </dt>
          <dd>{VERDICT_MEANINGS[vote]}</dd>
        </div>
      ))}
    </dl>
  );
}
