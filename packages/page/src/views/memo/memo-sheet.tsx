import type { VNode } from "preact";
import type { Citation, Memo } from "@rostrum/core/protocol";
import { listMemoSections } from "@rostrum/core/export";
import { Markdown, renderLine } from "../../markdown/markdown.tsx";
import { Icon } from "../../parts/icon.tsx";
import { citationHref } from "../citation-href.ts";

/** Sections that stand side by side on a wide screen. */
const PAIRED: ReadonlySet<string> = new Set(["Unless", "Next steps"]);

/** The memo as a printable sheet. */
export function MemoSheet({ id, memo }: { id: string; memo: Memo }): VNode {
  const quotes = {
    citations: memo.citations ?? [],
    findHref: (citation: Citation) => citationHref(id, citation),
    strike: true,
  };
  const sections = listMemoSections(memo);
  const pair = sections.filter(({ title }) => PAIRED.has(title));
  const renderPart = ({ title, items }: (typeof sections)[number]): VNode => {
    const isLead = title === "Recommendation";
    const List = title === "Next steps" ? "ol" : "ul";
    return (
      <div class={`memo-part${isLead ? " memo-lead" : ""}`}>
        {/* The memo begins with the recommendation, which needs no heading to be seen. */}
        <h3 class={isLead ? "hidden" : ""}>{title}</h3>
        <List>
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
        </List>
      </div>
    );
  };
  return (
    <section class="memo" aria-labelledby="memo-title">
      <header>
        <h2 id="memo-title">
          Memo <small>written for people who weren’t there</small>
        </h2>
        <button type="button" class="quiet" onClick={() => print()}>
          <Icon name="print" />
          Print
        </button>
      </header>
      {sections.map((section) => {
        if (!pair.includes(section)) return renderPart(section);
        return section === pair[0] ? <div class="memo-pair">{pair.map(renderPart)}</div> : null;
      })}
    </section>
  );
}
