import type { VNode } from "preact";
import { type CruxOutcome, visible } from "rostrum/page";
import { MarkdownLine } from "../../markdown/markdown.tsx";

/** The claim that a round began with, between it and the round before: who stood where, and who moved. */
export function CruxRow({ crux }: { crux: CruxOutcome }): VNode {
  return (
    <div class="crux">
      <p class="dim small">The disagreement turns on</p>
      <MarkdownLine text={crux.claim} class="crux-claim" />
      <dl>
        <Side name="For" debaters={crux.for} />
        <Side name="Against" debaters={crux.against} />
        <Side name="Changed their answer" debaters={crux.moved} />
      </dl>
    </div>
  );
}

function Side({ name, debaters }: { name: string; debaters: readonly string[] }): VNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{debaters.map(visible).join(", ") || "nobody"}</dd>
    </div>
  );
}
