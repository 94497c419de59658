import type { VNode } from "preact";
import { formatCount } from "@rostrum/core/export";
import type { ViewProps } from "../view-props.ts";
import { MemberRow } from "./member-row.tsx";
import { useMemberKeys } from "./use-member-keys.ts";
import "../../style/members.css";

/** One row per member, which opens all of its replies. */
export function MemberList(props: ViewProps): VNode {
  const { started, result } = props.snapshot.record;
  useMemberKeys(props.id);
  return (
    <section class="part who-said-what" aria-labelledby="members-title">
      <h2 id="members-title">
        Who said what{" "}
        <small>{describeChanges(result.whatIf.changed.length, result.agreement)}</small>
      </h2>
      <div class="card rows">
        {(started?.panel ?? []).map(({ name, model, weight }, member) => (
          <MemberRow
            {...props}
            key={name}
            name={name}
            model={model}
            weight={weight}
            member={member}
          />
        ))}
      </div>
    </section>
  );
}

function describeChanges(changes: number, agreement: number | null): string {
  if (agreement === null && changes === 0) return "";
  return changes === 0
    ? "nobody changed their answer"
    : `${formatCount(changes, "change")} of mind`;
}
