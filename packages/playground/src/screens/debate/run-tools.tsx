import type { VNode } from "preact";
import { toJson } from "../../../../rostrum/src/export/json.ts";
import { toMarkdown } from "../../../../rostrum/src/export/index.ts";
import { ActionButton } from "../../../../viewer/src/parts/action-button.tsx";
import { save } from "../../../../viewer/src/screens/debate/save.ts";
import { eventsOf, type Run } from "../../runs/runs.ts";
import { linkTo } from "../../share/fragment.ts";

/** What can be done with a debate here. */
export function RunTools({ run }: { run: Run }): VNode {
  if (run.busy) {
    return (
      <div class="tools play-tools">
        <button type="button" onClick={run.hurry}>
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
  const events = eventsOf(run);
  return (
    <div class="tools play-tools">
      <a href="#/">Ask another</a>
      <ActionButton class="quiet" act={async () => saveText(run, "md")}>
        Markdown
      </ActionButton>
      <ActionButton class="quiet" act={async () => saveText(run, "json")}>
        JSON
      </ActionButton>
      {events.length > 0 && (
        <ActionButton
          act={async () => {
            const link = await linkTo(events);
            history.replaceState(null, "", link);
            await navigator.clipboard?.writeText(location.href).catch(() => undefined);
          }}
        >
          Copy link
        </ActionButton>
      )}
    </div>
  );
}

function saveText(run: Run, format: "md" | "json"): void {
  const { moment } = run;
  if (!moment) return;
  const text =
    format === "md"
      ? toMarkdown(moment.record)
      : moment.events.length > 0
        ? `${JSON.stringify(moment.events, null, 1)}\n`
        : toJson(moment.record);
  save(`debate-${run.id}.${format}`, new Blob([text], { type: "text/plain" }));
}
