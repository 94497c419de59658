import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { ActionButton } from "../../parts/action-button.tsx";
import { yamlOf, type PanelDraft } from "./panel-draft.ts";

/** The panel as YAML, to be copied into a config file. */
export function PanelText({ draft }: { draft: PanelDraft }): VNode {
  const text = yamlOf(draft);
  const [told, setTold] = useState("");
  async function copy(): Promise<void> {
    await navigator.clipboard.writeText(text);
    setTold("Copied.");
  }
  return (
    <section class="panel-text">
      <h2>Keep it</h2>
      <pre class="verbatim" tabIndex={0} aria-label="The panel as YAML">
        {text}
      </pre>
      <p class="row">
        <ActionButton act={copy}>Copy</ActionButton>
        <span class="dim small" role="status">
          {told}
        </span>
      </p>
      <p class="dim small">
        Put it into rostrum.config.yaml next to the other panels, and start the server again.
      </p>
    </section>
  );
}
