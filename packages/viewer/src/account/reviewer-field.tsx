import type { VNode } from "preact";
import { useRights } from "./rights.ts";

/** Asks for the reviewer's name, unless the server knows who is signed in. */
export function ReviewerField(): VNode | null {
  if (useRights()?.me) return null;
  return (
    <label>
      Your name (optional)
      <input type="text" name="reviewer" autoComplete="name" />
    </label>
  );
}
