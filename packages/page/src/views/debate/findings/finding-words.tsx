import type { VNode } from "preact";
import type { FindingStatus, FindingVerdict } from "@rostrum/core/protocol";
import { Icon } from "../../../parts/icon.tsx";

export const STATUS_MEANINGS: Record<FindingStatus, string> = {
  upheld: "nobody refutes it",
  contested:
    "it stands, but somebody refutes a part of it, or its own quote is not in the material",
  refuted: "more refute it with a quote than uphold it",
};

const VERDICT_MEANINGS: Record<FindingVerdict, string> = {
  uphold: "it is right",
  refute: "it is wrong",
  doubt: "neither the material nor certain knowledge settles it",
  partly: "a part of it is wrong",
  duplicate: "it has the same cause as another finding",
};

/** What a debater says of a finding, as a sign. Words stand next to it. */
export function VerdictSign({ vote }: { vote: FindingVerdict }): VNode {
  return (
    <span class={`verdict-sign sign-${vote}`}>
      <Icon name={vote === "duplicate" ? "copy" : vote} />
    </span>
  );
}

/** What the signs of votes mean. */
export function VerdictKey(): VNode {
  return (
    <dl>
      {(Object.keys(VERDICT_MEANINGS) as FindingVerdict[]).map((vote) => (
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
