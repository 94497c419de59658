import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { describeError } from "../api/api-error.ts";

interface ActionButtonProps {
  act(): Promise<void>;
  children: string;
  class?: string;
  /** A question that the user must confirm first. */
  confirm?: string;
}

/** A button that waits for its action and shows its error. */
export function ActionButton({
  act,
  children,
  class: name = "",
  confirm,
}: ActionButtonProps): VNode {
  const [state, setState] = useState<"idle" | "asking" | "busy">("idle");
  const [error, setError] = useState<string | null>(null);

  async function run(): Promise<void> {
    setState("busy");
    setError(null);
    try {
      await act();
    } catch (thrown) {
      setError(describeError(thrown));
    }
    setState("idle");
  }

  if (state === "asking") {
    return (
      <span class="confirming">
        {confirm}{" "}
        <button type="button" class={name} onClick={() => void run()}>
          {children}
        </button>{" "}
        <button type="button" class="quiet" autofocus onClick={() => setState("idle")}>
          Cancel
        </button>
      </span>
    );
  }
  const press = (): void => (confirm === undefined ? void run() : setState("asking"));
  return (
    <>
      <button type="button" class={name} disabled={state === "busy"} onClick={press}>
        {children}
      </button>
      {error && (
        <span class="small-problem" role="alert">
          {error}
        </span>
      )}
    </>
  );
}
