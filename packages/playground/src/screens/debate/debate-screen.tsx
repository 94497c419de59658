import type { VNode } from "preact";
import { Problem } from "../../../../viewer/src/parts/notice-list.tsx";
import { DebatePage } from "../../../../viewer/src/views/debate-page.tsx";
import type { Place } from "../../route.ts";
import { runOf } from "../../runs/runs.ts";
import { useRuns } from "../../runs/use-runs.ts";
import { RunTools } from "./run-tools.tsx";

/** One debate, with the views of the server's page. */
export function DebateScreen({ place }: { place: Extract<Place, { screen: "debate" }> }): VNode {
  useRuns();
  const run = runOf(place.id);
  if (!run)
    return (
      <p>
        This tab doesn't have that debate: debates are gone when their tab is closed.{" "}
        <a href="#/">Ask a question</a> or <a href="#/open">open a file</a>.
      </p>
    );
  if (!run.moment)
    return run.problem ? (
      <Problem>{run.problem}</Problem>
    ) : (
      <>
        <RunTools run={run} />
        <p class="dim loading" role="status">
          Loading the networks…
        </p>
      </>
    );
  return (
    <>
      <RunTools run={run} />
      {/* The record of a failed debate says why it failed; a thread that was lost has no say. */}
      {run.problem && run.moment.record.status === "running" && <Problem>{run.problem}</Problem>}
      <DebatePage
        key={run.id}
        id={run.id}
        moment={run.moment}
        view={place.view}
        cell={place.cell}
        passage={place.passage}
        column={place.column}
        actions={null}
      />
    </>
  );
}
