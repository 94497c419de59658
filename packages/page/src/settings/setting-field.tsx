import type { ComponentChildren, VNode } from "preact";
import { useId } from "preact/hooks";
import type { OptionField, RuleDefinition } from "@rostrum/core/options";
import { MS_PER_SECOND, type Setting } from "./fields.ts";
import { nameValue } from "./setting-words.ts";

interface SettingFieldProps {
  setting: Setting;
  /** Empty for the panel's own value. */
  value: string;
  change(value: string): void;
}

/** One setting: a choice or a number, with its description below. */
export function SettingField({ setting, value, change }: SettingFieldProps): VNode {
  const { label, description, fallback } = setting;
  const help = useId();
  return (
    <div class={value === "" ? "setting" : "setting setting-changed"}>
      <Control setting={setting} value={value} change={change} help={help} label={label} />
      <p class="dim small" id={help}>
        {description}
        {value === "" && fallback !== null && ` Usually ${fallback}.`}
      </p>
    </div>
  );
}

interface ControlProps extends SettingFieldProps {
  help: string;
  label: string;
}

function Control({ setting, value, change, help, label }: ControlProps): VNode {
  const { field, path } = setting;
  switch (field.kind) {
    case "one_of":
      return (
        <Choice
          {...{ value, change, help, label }}
          options={field.values.map((name) => [name, nameValue(path, name)])}
        />
      );
    case "boolean":
    case "crux":
      return (
        <Choice
          {...{ value, change, help, label }}
          options={[
            ["true", "yes"],
            ["false", "no"],
          ]}
        />
      );
    case "rule": {
      const [name = "", given = ""] = value.split(":", 2);
      const names = Object.keys(field.rules).filter((each) => !needsMore(field.rules[each]));
      const parameter = findParameter(field.rules[name]);
      return (
        <div class="setting-rule">
          <Choice
            {...{ change, help, label }}
            value={name}
            options={names.map((each) => [each, nameValue(path, each)])}
          />
          {parameter && (
            <Quantity
              label={splitWords(parameter.name)}
              field={parameter.field}
              value={given}
              change={(text) => change(text === "" ? name : `${name}:${text}`)}
            />
          )}
        </div>
      );
    }
    default:
      return <Quantity {...{ label, field, value, change, help }} />;
  }
}

interface ChoiceProps {
  label: string;
  value: string;
  options: [string, string][];
  help: string;
  change(value: string): void;
}

function Choice({ label, value, options, help, change }: ChoiceProps): VNode {
  return (
    <Labelled label={label}>
      <select
        value={value}
        aria-describedby={help}
        onChange={({ currentTarget }) => change(currentTarget.value)}
      >
        <option value="">Panel default</option>
        {options.map(([name, shown]) => (
          <option value={name}>{shown}</option>
        ))}
      </select>
    </Labelled>
  );
}

interface QuantityProps {
  label: string;
  field: OptionField;
  value: string;
  help?: string;
  change(value: string): void;
}

function Quantity({ label, field, value, help, change }: QuantityProps): VNode {
  const unit = field.kind === "milliseconds" ? MS_PER_SECOND : 1;
  const min = "min" in field ? (field.min ?? 0) / unit : 0;
  const max = "max" in field ? field.max : field.requestMax;
  return (
    <Labelled label={label}>
      <input
        type="number"
        value={value}
        min={min}
        max={max === undefined ? undefined : max / unit}
        step={field.kind === "whole" || field.kind === "quorum" ? 1 : "any"}
        placeholder={typeof field.default === "number" ? String(field.default / unit) : "none"}
        aria-describedby={help}
        onInput={({ currentTarget }) => change(currentTarget.value)}
      />
    </Labelled>
  );
}

function Labelled({ label, children }: { label: string; children: ComponentChildren }): VNode {
  return (
    <label>
      {label}
      {children}
    </label>
  );
}

/** Returns true for a rule that needs more than the page can offer, such as a schema. */
function needsMore(rule: RuleDefinition | undefined): boolean {
  return Object.values(rule?.fields ?? {}).some(({ required }) => required === true);
}

/** Number that may follow a rule's name. */
function findParameter(
  rule: RuleDefinition | undefined,
): { name: string; field: OptionField } | null {
  const field = rule?.shorthand === undefined ? undefined : rule.fields?.[rule.shorthand];
  if (!rule?.shorthand || (field?.kind !== "number" && field?.kind !== "whole")) return null;
  return { name: rule.shorthand, field };
}

function splitWords(name: string): string {
  return name.replaceAll("_", " ").replaceAll(/([a-z])([A-Z])/g, "$1 $2");
}
