import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { DebateRecord } from "@rostrum/core/record";
import { useRights } from "../rights/rights.ts";
import { lazy } from "../parts/lazy.tsx";
import { needsReviewer } from "./needs-reviewer.ts";
import { useDecision } from "./use-pending.ts";

const AssignmentBox = lazy(
  async () => (await import("./assignment-box.tsx")).AssignmentBox,
  "part",
);
const ReviewControl = lazy(async () => (await import("./review-control.tsx")).ReviewControl);

interface ReviewBoxProps {
  record: DebateRecord;
  /** Reloads the record of a finished debate. */
  reload(): void;
}

/** Review on a debate's own page: required if the debate waits for it, optional after its end. */
export function ReviewBox({ record, reload }: ReviewBoxProps): VNode | null {
  const { result, status, waits, started } = record;
  const may = useRights()?.may("review", started?.userId) ?? false;
  const decision = useDecision(result.id);
  const [opened, setOpened] = useState(decision !== null);
  const waiting = waits.some((wait) => wait.for === "review");
  const over = status === "completed";
  const isSent = decision?.state === "sent";
  useEffect(() => {
    if (may && waiting) setOpened(true);
  }, [may, waiting]);
  useEffect(() => {
    if (isSent && over && !result.review) reload();
  }, [isSent]);

  const assignment = <AssignmentBox id={result.id} owner={started?.userId} />;
  if (!may)
    return waiting ? (
      <>
        {assignment}
        <p class="notice">{needsReviewer("this debate", "it")}</p>
      </>
    ) : null;
  const control = <ReviewControl record={record} reload={() => over && reload()} />;
  if (waiting)
    return (
      <>
        {assignment}
        {control}
      </>
    );
  // The page's head shows the decision. Its author also sees a confirmation in place of the form.
  if (result.review) return opened ? control : null;
  if (!over) return null;
  return (
    <details
      class="late-review"
      open={opened}
      onToggle={({ currentTarget }) => setOpened(currentTarget.open)}
    >
      <summary>
        {result.escalateToHuman ? "Choose the answer…" : "Correct or confirm this answer"}
      </summary>
      {opened && control}
    </details>
  );
}
