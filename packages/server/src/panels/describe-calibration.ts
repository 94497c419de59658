import type { PanelCalibration, ShiftAlarm } from "@rostrum/core/protocol";
import type { RunStore } from "@rostrum/runtime/journal";
import { fingerprintCalibration } from "@rostrum/core/record";
import { findCalibratedRules, type Learned } from "./apply-learned.ts";
import type { PanelConfig } from "../options.ts";

/** Describes the calibration of a panel's members; null if the panel's rules use none. */
export async function describeCalibration(
  panel: string,
  config: PanelConfig,
  learned: Learned | undefined,
  journal: Pick<RunStore, "list" | "eventsFrom">,
): Promise<PanelCalibration | null> {
  const rules = findCalibratedRules(config);
  if (rules === null) return null;
  const calibration = learned?.calibration ?? rules.poll?.calibration ?? rules.decide?.calibration;
  if (calibration === undefined) return { rows: 0, unlabelled: false, version: null, shift: null };
  const rows = Object.values(calibration.kinds).reduce((sum, kind) => sum + kind.rows, 0);
  return {
    rows,
    unlabelled: calibration.unlabelled === true,
    version: learned?.version ?? null,
    shift: await findAlarm(panel, fingerprintCalibration(calibration), journal),
  };
}

/** Alarm of the panel's last debate, if it is active and about this calibration. */
async function findAlarm(
  panelName: string,
  fingerprint: string,
  journal: Pick<RunStore, "list" | "eventsFrom">,
): Promise<ShiftAlarm | null> {
  const { runs } = await journal.list({ panelName, status: "completed", limit: 1 });
  const events = runs[0] ? ((await journal.eventsFrom(runs[0].id, 0)) ?? []) : [];
  const shift = events.findLast((event) => event.type === "debate.synthesized")?.shift;
  return shift?.calibration === fingerprint ? shift.alarm : null;
}
