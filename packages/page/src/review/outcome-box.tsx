import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { DebateRecord } from "@rostrum/core/record";
import { useRights } from "../rights/rights.ts";
import { lazy } from "../parts/lazy.tsx";

const OutcomeForm = lazy(async () => (await import("./outcome-form.tsx")).OutcomeForm, "part");

interface OutcomeBoxProps {
  record: DebateRecord;
  /** Loads the record again. */
  reload(): void;
}

/** Lets a person record how an answer turned out. It changes nothing about the debate: the panel learns from it. */
export function OutcomeBox({
  record: { result, status, started },
  reload,
}: OutcomeBoxProps): VNode | null {
  const may = useRights()?.may("outcome", started?.userId);
  const [opened, setOpened] = useState(false);
  if (!may || status !== "completed" || result.answer === null || result.findings) return null;
  return (
    <details class="late-review" onToggle={() => setOpened(true)}>
      <summary>{result.outcome ? "Change the recorded outcome" : "Record the outcome"}</summary>
      {opened && <OutcomeForm id={result.id} told={reload} />}
    </details>
  );
}
