import type { Calibration } from "../protocol/calibration.ts";
import { hash32 } from "./random.ts";

const fingerprints = new WeakMap<object, string>();

/** What a calibration has learned, as 16 characters: certificates and alarms name it by them. */
export function fingerprintCalibration({ kinds }: Pick<Calibration, "kinds">): string {
  let found = fingerprints.get(kinds);
  if (found === undefined) {
    const text = JSON.stringify(kinds);
    const parts = [hash32("calibration ", text), hash32("learned ", text)];
    found = parts.map((part) => part.toString(16).padStart(8, "0")).join("");
    fingerprints.set(kinds, found);
  }
  return found;
}
