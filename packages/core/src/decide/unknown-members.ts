import type { Calibration, KindCalibration } from "../protocol/calibration.ts";

/** The debaters that a calibration has no rows for, and those that it has rows for. */
export function findUnknownMembers(
  { kinds }: Calibration,
  names: readonly string[],
): { unknown: string[]; known: string[] } {
  const learned = Object.values(kinds).filter(({ rows }) => rows > 0);
  return {
    unknown: names.filter((name) => !learned.some((kind) => knowsMember(kind, name))),
    known: [
      ...new Set(learned.flatMap(({ classes }) => Object.keys(classes[0]?.reliability ?? {}))),
    ],
  };
}

/** Whether there are rows about a debater. */
export function knowsMember({ classes }: KindCalibration, name: string): boolean {
  return Object.hasOwn(classes[0]?.reliability ?? {}, name);
}
