import type { ViewProps } from "../view-props.ts";

/** A person who is asked in the first round answers before they read the others, as every member does. */
export function answersBlind({ moment, actions }: Pick<ViewProps, "moment" | "actions">): boolean {
  const { waits } = moment.record;
  return Boolean(actions?.speak) && waits.some((wait) => wait.for === "speak" && wait.round === 0);
}
