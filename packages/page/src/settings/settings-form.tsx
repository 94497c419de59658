import type { VNode } from "preact";
import { SETTINGS, type Entered, type Setting } from "./fields.ts";
import { SettingField } from "./setting-field.tsx";

interface SettingsFormProps {
  entered: Entered;
  change(entered: Entered): void;
}

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
        <div class="settings-grid">{SETTINGS.more.map(field)}</div>
      </details>
    </div>
  );
}
