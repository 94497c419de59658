import type { ViewProps } from "../view-props.ts";

/** True if this person's first-round answer is due: like every member, they answer before reading the others. */
export function answersBlind({
  snapshot,
  actions,
}: Pick<ViewProps, "snapshot" | "actions">): boolean {
  const { waits } = snapshot.record;
  if (!actions?.speak) return false;
  const { user } = actions;
  return waits.some(
    (wait) => wait.for === "speak" && wait.round === 0 && (user === null || wait.name === user),
  );
}
