import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { StoredEvent } from "@rostrum/core/protocol";
import { toJson, toMarkdown } from "@rostrum/core/export";
import { copyText, ActionButton, save } from "@rostrum/page";
import { getEvents, type Run } from "../../runs/runs.ts";
import { buildLink } from "../../share/fragment.ts";

/** Actions on a debate in the playground. */
export function RunTools({ run }: { run: Run }): VNode {
  const [copied, setCopied] = useState(false);
  if (run.busy) {
    return (
      <div class="tools play-tools">
        <button type="button" onClick={run.skipPauses}>
          Show all now
        </button>
        {run.working && (
          <button type="button" class="danger" onClick={run.stop}>
            Stop
          </button>
        )}
      </div>
    );
  }
  const events = getEvents(run);
  return (
    <div class="tools play-tools">
      <a href="#/">Ask another</a>
      <ActionButton class="quiet" act={async () => saveText(run, "md")}>
        Markdown
      </ActionButton>
      <ActionButton class="quiet" act={async () => saveText(run, "json")}>
        JSON
      </ActionButton>
      <span class="dim small" role="status">
        {copied && "Copied"}
      </span>
      {events.length > 0 && (
        <ActionButton
          act={async () => {
            setCopied(false);
            await copyLink(events);
            setCopied(true);
          }}
        >
          Copy link
        </ActionButton>
      )}
    </div>
  );
}

/** Copies the link, and puts it into the address bar. */
async function copyLink(events: readonly StoredEvent[]): Promise<void> {
  history.replaceState(null, "", await buildLink(events));
  try {
    await copyText(location.href);
  } catch (cause) {
    throw new Error(
      "This browser doesn't let the page copy. The link is in the address bar: copy it there.",
      { cause },
    );
  }
}

function saveText(run: Run, format: "md" | "json"): void {
  const { snapshot } = run;
  if (!snapshot) return;
  let text: string;
  try {
    text =
      format === "md"
        ? toMarkdown(snapshot.record)
        : snapshot.events.length > 0
          ? `${JSON.stringify(snapshot.events, null, 1)}\n`
          : toJson(snapshot.record);
  } catch (cause) {
    throw new Error("This can't be saved: its contents are not those of a debate.", { cause });
  }
  save(`debate-${run.id}.${format}`, new Blob([text], { type: "text/plain" }));
}
