import type { ViewProps } from "../view-props.ts";

/** True if a person's first-round answer is due: like every member, they answer before reading the others. */
export function answersBlind({ moment, actions }: Pick<ViewProps, "moment" | "actions">): boolean {
  const { waits } = moment.record;
  return Boolean(actions?.speak) && waits.some((wait) => wait.for === "speak" && wait.round === 0);
}
