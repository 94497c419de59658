import type { Calibration } from "../protocol/calibration.ts";
import { hash32 } from "./random.ts";

const fingerprints = new WeakMap<object, string>();

/** Hash of a calibration in 16 characters, by which certificates and alarms identify it. */
export function fingerprintCalibration({ kinds }: Pick<Calibration, "kinds">): string {
  let fingerprint = fingerprints.get(kinds);
  if (fingerprint === undefined) {
    const text = JSON.stringify(kinds);
    const parts = [hash32("calibration ", text), hash32("learned ", text)];
    fingerprint = parts.map((part) => part.toString(16).padStart(8, "0")).join("");
    fingerprints.set(kinds, fingerprint);
  }
  return fingerprint;
}
