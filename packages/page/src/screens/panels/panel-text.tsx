import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { ActionButton } from "../../parts/action-button.tsx";
import { copyText } from "../../parts/copy-text.ts";
import { savePanel } from "../../api/endpoints.ts";
import { buildConfig, formatYaml, type PanelDraft } from "./panel-draft.ts";

interface PanelTextProps {
  draft: PanelDraft;
  /** True if this user may save panels on the server. */
  maySave: boolean;
  /** Called after the server has saved the panel. */
  onSaved(): void;
}

/** The panel as YAML for a config file, with a button that saves it on the server if allowed. */
export function PanelText({ draft, maySave, onSaved }: PanelTextProps): VNode {
  const text = formatYaml(draft);
  const [told, setTold] = useState("");
  async function save(): Promise<void> {
    const name = draft.name.trim();
    if (name === "") throw new Error("Give it a name first.");
    if (draft.members.length < 2) throw new Error("Add two members first.");
    const purpose = draft.purpose.trim();
    const { version } = await savePanel({
      ...buildConfig(draft),
      name,
      ...(purpose === "" ? {} : { purpose }),
    });
    setTold(version === 1 ? "Saved." : `Saved as version ${version}.`);
    onSaved();
  }
  async function copy(): Promise<void> {
    await copyText(text);
    setTold("Copied.");
  }
  return (
    <section class="panel-text">
      <h2>Save the panel</h2>
      <pre class="verbatim" tabIndex={0} aria-label="The panel as YAML">
        {text}
      </pre>
      <p class="row">
        {maySave && (
          <ActionButton class="primary" icon="save" act={save}>
            Save on the server
          </ActionButton>
        )}
        <ActionButton icon="copy" act={copy}>
          Copy
        </ActionButton>
        <span class="dim small" role="status">
          {told}
        </span>
      </p>
      <p class="dim small">
        {maySave
          ? "A saved panel can be asked at once. Running debates keep the version they started with. To keep it in the config instead, add it to the panels in rostrum.config.yaml."
          : "Add it to the panels in the server's rostrum.config.yaml. The server reads the file again when it changes."}
      </p>
    </section>
  );
}
