import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Settings } from "../api/asking.ts";
import { describeError } from "../api/api-error.ts";
import type { Entered } from "./fields.ts";

interface SettingsBoxProps {
  entered: Entered;
  /** The panel's own settings in a few words. */
  summary?: string;
  /** `settings`: the entered values, converted for the server. */
  change(entered: Entered, settings: Settings): void;
}

type Parts = typeof import("./settings-form.tsx") & typeof import("./fields.ts");

/** Settings, closed at first. The form and the vocabulary load when they are opened. */
export function SettingsBox({ entered, summary = "unchanged", change }: SettingsBoxProps): VNode {
  const count = Object.keys(entered).length;
  const [open, setOpen] = useState(count > 0);
  const [parts, setParts] = useState<Parts | null>(null);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    if (!open || parts) return;
    Promise.all([import("./settings-form.tsx"), import("./fields.ts")]).then(
      ([form, fields]) => setParts({ ...form, ...fields }),
      (thrown: unknown) => setError(describeError(thrown)),
    );
  }, [open]);
  return (
    <details
      class="settings-box"
      open={open}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        <b>Settings</b> {count > 0 ? `${count} changed` : summary}
      </summary>
      {error && <p class="small-problem">{error}</p>}
      {open && parts && (
        <>
          <parts.SettingsForm
            entered={entered}
            change={(next) => change(next, parts.buildRequest(next))}
          />
          {count > 0 && (
            <button type="button" class="quiet" onClick={() => change({}, {})}>
              Reset to the panel's settings
            </button>
          )}
        </>
      )}
    </details>
  );
}
