import type { ComponentChildren, VNode } from "preact";
import type { DebateRecord } from "@rostrum/core/record";
import { type StoredEvent, readPanelName } from "@rostrum/core/protocol";
import { clipLine, escapeInvisible, wasStopped } from "@rostrum/core/support";
import { formatDateTime, describeState } from "@rostrum/core/export";
import { getRecord } from "../../api/endpoints.ts";
import { useLoaded } from "../../feed/use-loaded.ts";
import { Loading } from "../../parts/loading.tsx";
import { Problem } from "../../parts/problem.tsx";
import { StatePill } from "../../parts/state-pill.tsx";
import { debateHref } from "../../route/route.ts";
import { Markdown } from "../../markdown/markdown.tsx";
import { formatTitle } from "../../text/strip-markdown.ts";
import { compareDebates, describeResult, type ComparedRow } from "./compare-debates.ts";
import { Replies } from "./replies.tsx";
import "../../style/screens.css";

/** Two debates side by side: differences first, then the replies, then common values. */
export function CompareScreen({ ids }: { ids: [string, string] }): VNode {
  const loaded = useLoaded(() => Promise.all(ids.map(getRecord)), ids.join(" "));
  const [a, b] = loaded.value ?? [];
  return (
    <div class="compare">
      <h1>Two runs side by side</h1>
      {loaded.error && <Problem retry={loaded.reload}>{loaded.error}</Problem>}
      {loaded.value === null && !loaded.error && <Loading />}
      {a && b && <Compared ids={ids} records={[a, b]} />}
    </div>
  );
}

interface ComparedProps {
  ids: [string, string];
  records: [DebateRecord, DebateRecord];
}

function Compared({ ids, records: [a, b] }: ComparedProps): VNode {
  const sameQuestion = a.result.question === b.result.question;
  const rows = compareDebates(a, b);
  const differing = rows.filter(({ differs }) => differs);
  const equalRows = rows.filter(({ differs }) => !differs);
  return (
    <>
      {sameQuestion && <Markdown class="compare-question" text={a.result.question} />}
      <div class="compare-heads">
        {[a, b].map((record, index) => (
          <RunHead
            letter={index === 0 ? "1" : "2"}
            id={ids[index] ?? ""}
            record={record}
            question={!sameQuestion}
          />
        ))}
      </div>
      <section>
        <h2>What differs</h2>
        {differing.length === 0 ? (
          <p class="dim">Only the wording: both runs reached the same result in the same way.</p>
        ) : (
          <Rows rows={differing} />
        )}
      </section>
      <Replies records={[a, b]} />
      <details class="compare-same">
        <summary>Same in both, and other figures</summary>
        <Rows rows={equalRows} />
      </details>
    </>
  );
}

interface RunHeadProps {
  letter: string;
  id: string;
  record: DebateRecord;
  /** True if the questions differ, so that each is shown with its run. */
  question: boolean;
}

function RunHead({ letter, id, record, question }: RunHeadProps): VNode {
  const { started, status, error, result } = record;
  // Records from the server contain stored events, which have a time.
  const { at } = (started ?? {}) as Partial<StoredEvent>;
  const name =
    readPanelName(started?.metadata).panelName ?? `${started?.panel.length ?? 0} debaters`;
  return (
    <section class="compare-head">
      <h2>
        <span class="hidden">Run {letter}: </span>
        <a class="said" href={debateHref(id)}>
          {escapeInvisible(name)}
        </a>
      </h2>
      <p class="dim small">
        {at === undefined ? "" : formatDateTime(at)}{" "}
        <StatePill state={status} label={describeState(status, wasStopped(error))} />
      </p>
      {question && <p class="said compare-title">{formatTitle(result.question, 160)}</p>}
      <p class="said compare-answer">{clipLine(describeResult(result) || "no answer", 160)}</p>
    </section>
  );
}

function Rows({ rows }: { rows: readonly ComparedRow[] }): VNode {
  return (
    <dl class="compare-rows">
      {rows.map(({ name, values: [first, second], differs }) => (
        <div class={differs ? "compare-differs" : ""}>
          <dt>{escapeInvisible(name)}</dt>
          <Value>{clipLine(first, 400)}</Value>
          <Value>{clipLine(second, 400)}</Value>
        </div>
      ))}
    </dl>
  );
}

function Value({ children }: { children: ComponentChildren }): VNode {
  return <dd class="said">{children}</dd>;
}
