import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { describeShift } from "@rostrum/core/record";
import { escapeInvisible } from "@rostrum/core/support";
import { formatCount } from "@rostrum/core/export";
import type { PanelCalibration as Calibration } from "@rostrum/core/protocol";
import { useRights } from "../../rights/rights.ts";
import { lazy } from "../../parts/lazy.tsx";

const PanelLearning = lazy(
  async () => (await import("./panel-learning.tsx")).PanelLearning,
  "part",
);

interface PanelCalibrationProps {
  name: string;
  calibration: Calibration;
  /** Called after the panel's calibration has changed. */
  onChange(): void;
}

/** Calibration of a panel: the weights of its members, drift of its agreement, and what it could learn. */
export function PanelCalibration({ name, calibration, onChange }: PanelCalibrationProps): VNode {
  const may = useRights()?.may("calibrate") ?? false;
  const [opened, setOpened] = useState(false);
  return (
    <div class="panel-calibration">
      {calibration.shift && (
        <p class="notice" role="status">
          {escapeInvisible(describeShift(calibration.shift))}
        </p>
      )}
      <p class="small">{describeCalibration(calibration)}</p>
      {may && (
        <details
          class="small"
          open={opened}
          onToggle={({ currentTarget }) => setOpened(currentTarget.open)}
        >
          <summary>Learn from past debates</summary>
          {opened && <PanelLearning name={name} onChange={onChange} />}
        </details>
      )}
    </div>
  );
}

function describeCalibration({ rows, unlabelled, version }: Calibration): string {
  if (rows === 0) return "Not calibrated: no answer is ever sure.";
  const from = version === null ? "from the config" : `learned here, version ${version}`;
  return unlabelled
    ? `Members are weighed by who agrees with whom on ${formatCount(rows, "question")} (${from}). No answer is ever sure.`
    : `Calibrated on ${formatCount(rows, "question")} with known answers (${from}).`;
}
