import { nameLabels } from "@rostrum/core/record";
import { keepUnits } from "../text/keep-units.ts";

/** Names of the debaters behind labels such as "Debater A". */
export type DebaterNames = ReadonlyMap<string, string>;

/** Formats plain text, with names in place of the debaters' labels. */
export function formatWithNames(
  text: string,
  names: DebaterNames | undefined,
  set: (text: string) => string = keepUnits,
): string {
  return set(names === undefined ? text : nameLabels(text, names));
}
