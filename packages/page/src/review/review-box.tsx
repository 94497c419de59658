import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { type DebateRecord, findTie } from "@rostrum/core/record";
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
  const box = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    // The form is loaded on demand.
    if (opened) return focusFirstOption(box.current);
    return undefined;
  }, [opened]);
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
  const control = (
    <ReviewControl record={record} reload={() => over && reload()}>
      {waiting && assignment}
    </ReviewControl>
  );
  const isTied = findTie(result) !== null;
  // The page's head shows the decision of a person.
  if (result.review) return decision?.state === "failed" ? control : null;
  if (waiting || (over && isTied)) return control;
  if (!over) return null;
  return (
    <details
      class="late-review"
      open={opened}
      ref={box}
      onToggle={({ currentTarget }) => setOpened(currentTarget.open)}
    >
      <summary>
        {result.escalateToHuman ? "Choose another answer…" : "Change or confirm the answer"}
      </summary>
      {opened && control}
    </details>
  );
}

/** Moves the focus to the first option as soon as the form is there. Returns a function that stops waiting. */
function focusFirstOption(box: HTMLElement | null): () => void {
  const focus = (): boolean => {
    const option = box?.querySelector<HTMLElement>("input[type=radio]");
    option?.focus();
    return Boolean(option);
  };
  const observer = new MutationObserver(() => focus() && observer.disconnect());
  if (box && !focus()) observer.observe(box, { childList: true, subtree: true });
  return () => observer.disconnect();
}
