import type { Calibration, KindCalibration } from "../protocol/calibration.ts";

/** Debaters without rows in a calibration, and debaters with rows. */
export function findUnknownMembers(
  { kinds }: Calibration,
  names: readonly string[],
): { unknown: string[]; known: string[] } {
  const kindsWithRows = Object.values(kinds).filter(({ rows }) => rows > 0);
  return {
    unknown: names.filter((name) => !kindsWithRows.some((kind) => knowsMember(kind, name))),
    known: [
      ...new Set(
        kindsWithRows.flatMap(({ classes }) => Object.keys(classes[0]?.reliability ?? {})),
      ),
    ],
  };
}

export function knowsMember({ classes }: KindCalibration, name: string): boolean {
  return Object.hasOwn(classes[0]?.reliability ?? {}, name);
}
