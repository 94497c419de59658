import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import { clipLine } from "@rostrum/core/support";
import { RECORDED_PANEL } from "@rostrum/core/record";
import { Problem, DebatePage, findRecordedName } from "@rostrum/page";
import { playRecordedRun } from "../../runs/play-recorded-run.ts";
import type { PlaygroundRoute } from "../../route.ts";
import { findRun } from "../../runs/runs.ts";
import { useRuns } from "../../runs/use-runs.ts";
import { RunTools } from "./run-tools.tsx";

/** A debate in the views of the server's page. */
export function DebateScreen({
  route,
}: {
  route: Extract<PlaygroundRoute, { screen: "debate" }>;
}): VNode {
  useRuns();
  const run = findRun(route.id);
  const recorded = run ? null : findRecordedName(route.id);
  useEffect(() => {
    if (recorded) playRecordedRun(recorded);
  }, [recorded]);
  const question = run?.snapshot?.record.result.question;
  useEffect(() => {
    if (question) document.title = `${clipLine(question, 60)} · rostrum playground`;
  }, [question]);
  if (!run)
    return recorded ? (
      <p class="dim loading" role="status" />
    ) : (
      <p>
        This tab doesn't have that debate. Debates are kept until their tab is closed, and very long
        ones until it is reloaded. <a href="#/">Ask a question</a> or{" "}
        <a href="#/open">open a file</a>.
      </p>
    );
  if (!run.snapshot)
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
  const unfinished = run.snapshot.record.status === "running";
  return (
    <>
      <RunTools run={run} />
      {findRecordedName(run.id) && <p class="notice">{RECORDED_PANEL}</p>}
      {/* The record of a failed debate says why it failed; a thread that was lost has no say. */}
      {run.problem && unfinished && <Problem>{run.problem}</Problem>}
      {!run.busy && !run.problem && unfinished && (
        <p class="notice" role="status">
          This debate was not finished when it was saved. Nothing runs here.
        </p>
      )}
      <DebatePage key={run.id} id={run.id} snapshot={run.snapshot} address={route} actions={null} />
    </>
  );
}
