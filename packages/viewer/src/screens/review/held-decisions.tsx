import type { VNode } from "preact";
import { counted } from "../../../../rostrum/src/export/phrases.ts";
import { hrefOf } from "../../route/route.ts";
import { usePending } from "./use-pending.ts";

/** Reminds the reader, on every other screen, of decisions that can still be undone or were refused. */
export function HeldDecisions(): VNode | null {
  const decisions = usePending();
  const held = decisions.filter(({ state }) => state === "held").length;
  const failed = decisions.filter(({ state }) => state === "failed").length;
  if (held + failed === 0) return null;
  return (
    <p class="held" role="status">
      {failed > 0
        ? `${counted(failed, "decision")} could not be sent.`
        : `${counted(held, "decision")} will be sent in a few seconds.`}{" "}
      <a href={hrefOf({ screen: "review" })}>{failed > 0 ? "Look" : "Undo"}</a>
    </p>
  );
}
