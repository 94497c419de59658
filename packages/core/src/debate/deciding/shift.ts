import { findKindCalibration } from "../../decide/posterior.ts";
import type { Calibration } from "../../protocol/calibration.ts";
import type { SynthesizedEvent } from "../../protocol/events.ts";
import type { SeenDebate } from "../../protocol/shift.ts";
import { fingerprintCalibration } from "../../record/fingerprint-calibration.ts";
import type { DebateState } from "../state/state.ts";

/**
 * Compares how the panel agrees with its calibration rows. While they differ, no guarantee is given: it was made for
 * other questions or other members.
 */
export async function withShift(
  state: DebateState,
  calibration: Calibration,
  decided: SynthesizedEvent,
): Promise<SynthesizedEvent> {
  const { ports, reader } = state;
  const kindCalibration = findKindCalibration(calibration, reader?.basis ?? "");
  const observation = summarizeFirstRound(state);
  if (kindCalibration === undefined || observation === null) return decided;
  const reference = { calibration: fingerprintCalibration(calibration), known: kindCalibration };
  const shift = await ports.watchShift(reference, observation);
  if (shift === null) return decided;
  const { guarantee, ...rest } = decided;
  return guarantee === undefined || shift.alarm !== null
    ? { ...rest, shift }
    : { ...decided, shift };
}

/** Summarizes round 0; `null` if no member was asked. Members whose calls failed are left out. */
function summarizeFirstRound({ ports, seats, askedFirst }: DebateState): SeenDebate | null {
  const spoke = (ports.rounds[0]?.positions ?? []).filter(
    ({ status }) => status === "spoke" || status === "unread",
  );
  if (spoke.length === 0) return null;
  const first = askedFirst ?? seats.map(({ member }) => member.name);
  return {
    first: [...first],
    groups: Object.fromEntries(spoke.map(({ debater, cluster }) => [debater, cluster ?? -1])),
  };
}
