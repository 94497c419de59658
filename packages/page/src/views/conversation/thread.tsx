import type { VNode } from "preact";
import type { DebateRecord } from "@rostrum/core/record";
import { formatAnswer } from "@rostrum/core/export";
import { getRecord } from "../../api/endpoints.ts";
import { useLoaded } from "../../feed/use-loaded.ts";
import { describeRunAnswer } from "../../record/describe-run-answer.ts";
import { debateHref } from "../../route/route.ts";
import { formatTitle } from "../../text/strip-markdown.ts";

const MOST = 8;

/** The debates that this one follows up, the oldest first. */
export function Thread({ parent }: { parent: string }): VNode {
  const { value: before } = useLoaded(() => listEarlier(parent), parent);
  return (
    <nav class="thread" aria-label="The thread">
      <ol>
        {(before ?? [{ id: parent, record: null }]).map(({ id, record }) => (
          <li>
            <a href={debateHref(id)}>{record ? formatTitle(record.result.question, 120) : id}</a>
            {record && (
              <span class="dim">
                {" "}
                {describeRunAnswer(formatAnswer(record.result.answer, record.result.unit), 120)}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

interface EarlierDebate {
  id: string;
  record: DebateRecord | null;
}

async function listEarlier(parent: string): Promise<EarlierDebate[]> {
  const found: EarlierDebate[] = [];
  for (let id: string | undefined = parent; id !== undefined && found.length < MOST;) {
    const record: DebateRecord | null = await getRecord(id).catch(() => null);
    found.unshift({ id, record });
    id = record?.started?.parent;
  }
  return found;
}
