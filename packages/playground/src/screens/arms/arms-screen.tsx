import type { VNode } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";
import { Problem, save } from "@rostrum/page";
import { Choice, Figure, NetworkChoice } from "../../parts/fields.tsx";
import {
  getArmsRun,
  FORMS,
  startArms,
  stopArms,
  watchArms,
  type ArmsSettings,
} from "../../runs/arms-run.ts";
import { DEFAULTS } from "../../runs/settings.ts";
import { ReportView } from "../open/report-view.tsx";

/** Current settings, kept in memory. */
let storedSettings: ArmsSettings = {
  network: "m",
  size: 3,
  seed: 1,
  form: "two_triples",
  count: 100,
};

/** Compares one network, a vote, a debate and a guarded debate on the same questions, with intervals. */
export function ArmsScreen(): VNode {
  const [settings, setSettings] = useState(storedSettings);
  const [run, setRun] = useState(getArmsRun);
  useLayoutEffect(() => watchArms(() => setRun(getArmsRun())), []);
  const change = (changes: Partial<ArmsSettings>): void => {
    storedSettings = { ...storedSettings, ...changes };
    setSettings(storedSettings);
  };
  const { report } = run;
  return (
    <section class="play wide">
      <h1>Four methods, the same questions</h1>
      <p>
        One network alone, the vote of the panel, a debate with two revisions, and a guarded debate,
        on questions with known answers. Each share has a 95 % confidence interval. A difference
        from the vote is bold only if its own interval excludes zero, after a correction for several
        comparisons. The networks only do arithmetic; what helps them need not help other models.
      </p>
      <div class="play-settings">
        <NetworkChoice {...{ settings, change }} />
        <Figure name="size" {...{ settings, change }} />
        <Choice
          label="Questions"
          options={FORMS}
          value={settings.form}
          pick={(form) => change({ form })}
        />
        <Figure name="count" {...{ settings, change }} />
        <Figure name="seed" {...{ settings, change }} />
      </div>
      <p class="play-buttons">
        {run.running ? (
          <button type="button" class="danger" onClick={stopArms}>
            Stop
          </button>
        ) : (
          <button
            type="button"
            class="primary"
            onClick={() => startArms(settings, DEFAULTS.temperature)}
          >
            Start
          </button>
        )}
        {report && !run.running && (
          <button
            type="button"
            onClick={() =>
              save(
                `${report.id}.json`,
                new Blob([JSON.stringify(report)], { type: "application/json" }),
              )
            }
          >
            Save the report
          </button>
        )}
        {run.total > 0 && (
          <span class="play-progress" role="status">
            <progress max={run.total} value={run.done} aria-label="Questions answered" /> {run.done}{" "}
            of {run.total} questions
          </span>
        )}
      </p>
      {run.problem && <Problem>{run.problem}</Problem>}
      {report && <ReportView report={report} live={run.running} />}
    </section>
  );
}
