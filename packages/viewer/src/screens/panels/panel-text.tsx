import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { savePanel } from "../../api/endpoints.ts";
import { ActionButton } from "../../parts/action-button.tsx";
import { configOf, yamlOf, type PanelDraft } from "./panel-draft.ts";

interface PanelTextProps {
  draft: PanelDraft;
  /** The server keeps panels that are built here. */
  saving: boolean;
  saved(): void;
}

/** The panel as YAML, to be copied into a config file or saved on the server. */
export function PanelText({ draft, saving, saved }: PanelTextProps): VNode {
  const text = yamlOf(draft);
  const [told, setTold] = useState("");
  async function copy(): Promise<void> {
    await navigator.clipboard.writeText(text);
    setTold("Copied.");
  }
  async function save(): Promise<void> {
    const purpose = draft.purpose.trim();
    await savePanel(draft.name.trim(), {
      ...configOf(draft),
      ...(purpose === "" ? {} : { purpose }),
    });
    setTold("Saved. It can be asked from now on.");
    saved();
  }
  const complete = draft.seats.length >= 2;
  return (
    <section class="panel-text">
      <h2>Keep it</h2>
      <pre class="verbatim" tabIndex={0} aria-label="The panel as YAML">
        {text}
      </pre>
      <p class="row">
        <ActionButton act={copy}>Copy</ActionButton>
        {saving && complete && draft.name.trim() !== "" && (
          <ActionButton act={save}>Save on the server</ActionButton>
        )}
        <span class="dim small" role="status">
          {told}
        </span>
      </p>
      <p class="dim small">
        {saving
          ? "Saving needs a name and two debaters. A saved panel is there for everybody who may ask this server."
          : "Put it into rostrum.config.yaml next to the other panels, and start the server again. With --edit-panels, the server saves panels from this page."}
      </p>
    </section>
  );
}
