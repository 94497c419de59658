import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { DebateRecord } from "@rostrum/core/record";
import { useRights } from "../rights/rights.ts";
import { lazy } from "../parts/lazy.tsx";

const OutcomeForm = lazy(async () => (await import("./outcome-form.tsx")).OutcomeForm, "part");

interface OutcomeBoxProps {
  record: DebateRecord;
  /** Reloads the record. */
  reload(): void;
}

/** Lets a person record whether an answer turned out right. The panel learns from it; the debate stays as it is. */
export function OutcomeBox({
  record: { result, status, started },
  reload,
}: OutcomeBoxProps): VNode | null {
  const may = useRights()?.may("outcome", started?.userId);
  const [opened, setOpened] = useState(false);
  if (!may || status !== "completed" || result.answer === null || result.findings) return null;
  return (
    <details class="late-review" onToggle={() => setOpened(true)}>
      <summary>{result.outcome ? "Change whether it was right" : "Was it right?"}</summary>
      {opened && <OutcomeForm id={result.id} onStored={reload} />}
    </details>
  );
}
