import type { VNode } from "preact";
import type { Citation, Memo } from "rostrum";
import { listMemoSections, escapeInvisible } from "rostrum/page";
import { Markdown } from "../../markdown/markdown.tsx";
import { citationHref } from "../citation-href.ts";

/** The memo as a sheet that can be printed. */
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
                  <ul class="said">
                    {more.map((line) => (
                      <li>{escapeInvisible(line)}</li>
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
