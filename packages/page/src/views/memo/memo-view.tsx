import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import type { ViewProps } from "../view-props.ts";
import { ClaimList } from "./claim-list.tsx";
import { Documents } from "./documents.tsx";
import { MemoSheet } from "./memo-sheet.tsx";
import "../../style/memo.css";

/** The memo, its sources, and the quoted documents. It can be printed. */
export function MemoView(props: ViewProps): VNode {
  const { id, snapshot, passage, actions } = props;
  const { memo, claims } = snapshot.record.result;
  const context = snapshot.record.started?.context ?? [];
  useEffect(() => {
    if (passage) document.querySelector(".passage")?.scrollIntoView({ block: "center" });
  }, [passage?.document, passage?.range.join()]);
  return (
    <div class="memo-view">
      {memo && <MemoSheet id={id} memo={memo} />}
      {claims !== undefined && <ClaimList {...props} />}
      {claims === undefined && context.length === 0 && (
        <p class="dim">There is no report on this debate.</p>
      )}
      <Documents context={context} passage={passage} files={actions?.files ?? null} />
    </div>
  );
}
