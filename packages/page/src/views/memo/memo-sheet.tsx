import type { VNode } from "preact";
import type { Citation, Memo } from "@rostrum/core/protocol";
import { listMemoSections } from "@rostrum/core/export";
import { Markdown, renderLine } from "../../markdown/markdown.tsx";
import { Icon } from "../../parts/icon.tsx";
import { citationHref } from "../citation-href.ts";
import "../../style/memo.css";

/** The memo as a printable sheet. */
export function MemoSheet({ id, memo }: { id: string; memo: Memo }): VNode {
  const quotes = {
    citations: memo.citations ?? [],
    findHref: (citation: Citation) => citationHref(id, citation),
    strike: true,
  };
  return (
    <section class="memo" aria-labelledby="memo-title">
      <header>
        <h2 id="memo-title">Memo</h2>
        <button type="button" class="quiet" onClick={() => print()}>
          <Icon name="print" />
          Print
        </button>
      </header>
      {listMemoSections(memo).map(({ title, items }) => (
        <div class={title === "Recommendation" ? "memo-part memo-lead" : "memo-part"}>
          <h3>{title}</h3>
          <ul>
            {items.map(({ text, more }) => (
              <li>
                <Markdown text={text} quotes={quotes} />
                {more.length > 0 && (
                  <>
                    <p class="dim small">For and against</p>
                    <ul>
                      {more.map((line) => (
                        <li class="said">{renderLine(line)}</li>
                      ))}
                    </ul>
                  </>
                )}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}
