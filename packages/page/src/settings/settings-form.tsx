import type { VNode } from "preact";
import { SETTINGS, type Entered, type Setting } from "./fields.ts";
import { SettingField } from "./setting-field.tsx";

interface SettingsFormProps {
  entered: Entered;
  change(entered: Entered): void;
}

/** Groups of the less common settings. Rounds has what the others leave. */
const GROUPS: readonly { title: string; paths: RegExp }[] = [
  { title: "Answer", paths: /^(?:answer|report|audit|escalateBelow|stakes\..*)$/ },
  { title: "Checks", paths: /^verify\./ },
  { title: "Limits", paths: /^budget\./ },
  { title: "Rounds", paths: /^(?!(?:answer|report|audit|escalateBelow|seed)$|\w+\.)/ },
  { title: "Technical", paths: /^(?:limits\..*|seed)$/ },
];

/** All settings that a request may change, the most common first. */
export function SettingsForm({ entered, change }: SettingsFormProps): VNode {
  const field = (setting: Setting): VNode => (
    <SettingField
      key={setting.path}
      setting={setting}
      value={entered[setting.path] ?? ""}
      change={(value) => {
        const { [setting.path]: _before, ...others } = entered;
        change(value === "" ? others : { ...others, [setting.path]: value });
      }}
    />
  );
  return (
    <div class="settings">
      <div class="settings-grid">{SETTINGS.first.map(field)}</div>
      <details>
        <summary>All other settings</summary>
        {GROUPS.map(({ title, paths }) => (
          <fieldset class="settings-group">
            <legend>{title}</legend>
            <div class="settings-grid">
              {SETTINGS.more.filter(({ path }) => paths.test(path)).map(field)}
            </div>
          </fieldset>
        ))}
      </details>
    </div>
  );
}
