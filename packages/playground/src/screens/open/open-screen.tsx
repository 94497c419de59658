import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { Problem } from "@rostrum/page";
import { describeError } from "../../describe-error.ts";
import { opened, openFile } from "./opened.ts";
import { ReportView } from "./report-view.tsx";

/** Opens files, and shows the last opened report. */
export function OpenScreen(): VNode {
  const [error, setError] = useState<string | null>(null);
  async function choose(input: HTMLInputElement): Promise<void> {
    const file = input.files?.[0];
    setError(null);
    if (!file) return;
    try {
      await openFile(file);
    } catch (thrown) {
      setError(describeError(thrown));
    }
    input.value = "";
  }
  return (
    <section class="play">
      <h1>Open a debate or a report</h1>
      <p>
        Drop a file anywhere on this page, or choose one: a debate that was saved as JSON or shared
        as HTML, the lines of <code>rostrum show --events</code>, or the JSON report of{" "}
        <code>rostrum eval</code>. The file stays in this tab.
      </p>
      <label class="play-file">
        File
        <input
          type="file"
          accept=".json,.jsonl,.html,application/json,text/html"
          onChange={({ currentTarget }) => void choose(currentTarget)}
        />
      </label>
      {error && <Problem>{error}</Problem>}
      {opened.report && <ReportView report={opened.report} />}
    </section>
  );
}
