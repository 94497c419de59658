import type { VNode } from "preact";
import { useState } from "preact/hooks";
import {
  describeMilestone,
  describeMissing,
  formatCount,
  formatDateTime,
} from "@rostrum/core/export";
import { escapeInvisible } from "@rostrum/core/support";
import type { LearnedVersion } from "@rostrum/core/protocol";
import { getLearning, learnPanel } from "../../api/learning.ts";
import { useLoaded } from "../../feed/use-loaded.ts";
import { ActionButton } from "../../parts/action-button.tsx";
import { Loading } from "../../parts/loading.tsx";
import { Problem } from "../../parts/problem.tsx";

interface PanelLearningProps {
  name: string;
  /** Called after the panel's calibration has changed. */
  onChange(): void;
}

/** Lessons that a panel could take from its debates, and the versions that it has saved. */
export function PanelLearning({ name, onChange }: PanelLearningProps): VNode {
  const { value, error, reload } = useLoaded((signal) => getLearning(name, signal), name);
  const [told, setTold] = useState("");
  if (error)
    return <Problem retry={reload}>{`What it has learned can't be loaded. ${error}`}</Problem>;
  if (value === null) return <Loading />;
  const { runs, known, missing, versions } = value;
  const [current] = versions;

  async function use(version?: number): Promise<void> {
    const learned = await learnPanel(name, version);
    setTold(`Version ${learned.version} is used from the next debate on.`);
    reload();
    onChange();
  }

  return (
    <div class="panel-learning">
      <p>
        {formatCount(runs, "debate")}, {known} with a known outcome.{" "}
        {known < MIN_OUTCOMES &&
          `With fewer than ${MIN_OUTCOMES}, it can only learn from who agrees with whom.`}
      </p>
      <ul>
        {current && current.milestones.length > 0 && known <= current.rows
          ? current.milestones.map((each) => <li>{describeMilestone(each)}</li>)
          : missing.map((each) => <li>{describeMissing(each)}</li>)}
      </ul>
      <p class="row">
        <ActionButton act={() => use()}>Learn now</ActionButton>
        <span class="dim" role="status">
          {told}
        </span>
      </p>
      {versions.length > 0 && (
        <ol class="learned-versions" aria-label="Versions, newest first">
          {versions.map((each) => (
            <li key={each.version}>
              {describeVersion(each)}
              {each === current ? (
                <span class="pill">in use</span>
              ) : (
                <ActionButton class="quiet" act={() => use(each.version)}>
                  Use again
                </ActionButton>
              )}
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

/** Known outcomes that learning from outcomes needs, as on the server. */
const MIN_OUTCOMES = 30;

function describeVersion({ version, rows, unlabelled, by, at, copyOf }: LearnedVersion): string {
  const authorWords = by === null ? "" : ` by ${escapeInvisible(by)}`;
  const labelWords = unlabelled ? "without known answers" : "with known answers";
  const copyWords = copyOf === undefined ? "" : `, the same as version ${copyOf}`;
  return `Version ${version}: ${formatCount(rows, "question")} ${labelWords}${copyWords}, ${formatDateTime(at)}${authorWords}`;
}
