import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import { listNotices } from "@rostrum/core/export";
import { NoticeList } from "../../parts/notice-list.tsx";
import type { ViewProps } from "../view-props.ts";
import { ClaimList } from "./claim-list.tsx";
import { Documents } from "./documents.tsx";
import { MemoSheet } from "./memo-sheet.tsx";
import "../../style/memo.css";

/** The memo, its sources, and the quoted documents. It can be printed. */
export function MemoView({ id, moment, passage, actions }: ViewProps): VNode {
  const { record } = moment;
  const { memo, claims, unaddressed = [] } = record.result;
  const context = record.started?.context ?? [];
  useEffect(() => {
    if (passage) document.querySelector(".passage")?.scrollIntoView({ block: "center" });
  }, [passage?.document, passage?.at.join()]);
  return (
    <div class="memo-view">
      <NoticeList notices={listNotices(record)} />
      {memo && <MemoSheet id={id} memo={memo} />}
      {claims === undefined ? (
        context.length === 0 && <p class="dim">There is no report on this debate.</p>
      ) : (
        <ClaimList
          id={id}
          claims={claims}
          unaddressed={unaddressed}
          rounds={record.result.rounds}
        />
      )}
      <Documents context={context} passage={passage} files={actions?.files ?? null} />
    </div>
  );
}
