import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { describeError } from "../api/api-error.ts";
import type { Confirmation } from "./confirm-dialog.tsx";
import { Icon, type IconName } from "./icon.tsx";
import { lazy } from "./lazy.tsx";

const ConfirmDialog = lazy(
  async () => (await import("./confirm-dialog.tsx")).ConfirmDialog,
  "part",
);

interface ActionButtonProps {
  act(): Promise<void>;
  children: string;
  icon?: IconName;
  /** Tooltip. */
  hint?: string;
  class?: string;
  /** Asks for confirmation before the action. */
  confirm?: Confirmation;
}

/** A button that is disabled while its action runs and shows its error. */
export function ActionButton(props: ActionButtonProps): VNode {
  const { act, children, icon, hint, class: name = "", confirm } = props;
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

  const press = (): void => (confirm === undefined ? void run() : setState("asking"));
  return (
    <>
      <button type="button" class={name} disabled={state === "busy"} title={hint} onClick={press}>
        {icon && <Icon name={icon} />}
        <span class="label">{children}</span>
      </button>
      {confirm && state === "asking" && (
        <ConfirmDialog {...confirm} confirm={() => void run()} cancel={() => setState("idle")} />
      )}
      {error && (
        <span class="small-problem" role="alert">
          {error}
        </span>
      )}
    </>
  );
}
