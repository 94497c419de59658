import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import { memoSections } from "../../../../rostrum/src/export/memo.ts";
import { noticesOf } from "../../../../rostrum/src/export/notices.ts";
import type { Citation } from "../../../../rostrum/src/protocol/citation.ts";
import type { Memo } from "../../../../rostrum/src/protocol/open-questions.ts";
import { visible } from "../../../../rostrum/src/visible.ts";
import { NoticeList } from "../../parts/notice-list.tsx";
import { Said } from "../../said/said.tsx";
import { citationHref } from "../citation-href.ts";
import type { ViewProps } from "../view-props.ts";
import { ClaimList } from "./claim-list.tsx";
import { Documents } from "./documents.tsx";

/** The memo, what it rests on, and the documents that are quoted. It can be printed. */
export function MemoView({ id, moment, passage, actions }: ViewProps): VNode {
  const { record } = moment;
  const { memo, claims, unaddressed = [] } = record.result;
  const context = record.started?.context ?? [];
  useEffect(() => {
    if (passage) document.querySelector(".passage")?.scrollIntoView({ block: "center" });
  }, [passage?.document, passage?.at.join()]);
  return (
    <div class="memo-view">
      <NoticeList notices={noticesOf(record)} />
      {memo && <MemoSheet id={id} memo={memo} />}
      {claims === undefined ? (
        context.length === 0 && <p class="dim">There is no report on this debate.</p>
      ) : (
        <ClaimList id={id} claims={claims} unaddressed={unaddressed} />
      )}
      <Documents context={context} passage={passage} files={actions?.files ?? null} />
    </div>
  );
}

export function MemoSheet({ id, memo }: { id: string; memo: Memo }): VNode {
  const quotes = {
    citations: memo.citations ?? [],
    hrefOf: (citation: Citation) => citationHref(id, citation),
    strike: true,
  };
  return (
    <section class="memo" aria-labelledby="memo-title">
      <header>
        <h2 id="memo-title">Memo</h2>
        <button type="button" class="quiet" onClick={() => print()}>
          Print
        </button>
      </header>
      {memoSections(memo).map(({ title, items }) => (
        <div class={title === "Recommendation" ? "memo-part memo-lead" : "memo-part"}>
          <h3>{title}</h3>
          <ul>
            {items.map(({ text, more }) => (
              <li>
                <Said text={text} quotes={quotes} />
                {more.length > 0 && (
                  <ul class="said">
                    {more.map((line) => (
                      <li>{visible(line)}</li>
                    ))}
                  </ul>
                )}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}
