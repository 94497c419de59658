import type { VNode } from "preact";
import type { CruxOutcome } from "@rostrum/core/export";
import { MarkdownLine } from "../../markdown/markdown.tsx";
import { joinVisibleNames } from "../../record/join-visible-names.ts";
import type { ViewProps } from "../view-props.ts";

interface CruxStepProps extends Pick<ViewProps, "names"> {
  crux: CruxOutcome;
}

/** The claim that the disagreement depends on, and the members' stances before and after. */
export function CruxStep({ crux, names }: CruxStepProps): VNode {
  const sides: [string, readonly string[]][] = [
    ["For", crux.for],
    ["Against", crux.against],
    ["Changed their answer", crux.moved],
  ];
  return (
    <li class="done crux">
      <h2>Point in dispute</h2>
      <MarkdownLine text={crux.claim} names={names} />
      <dl>
        {sides.map(([name, members]) => (
          <div>
            <dt>{name}</dt>
            <dd>{members.length === 0 ? "nobody" : joinVisibleNames(members)}</dd>
          </div>
        ))}
      </dl>
    </li>
  );
}
