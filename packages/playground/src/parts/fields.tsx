import type { VNode } from "preact";
import {
  FIGURES,
  NETWORKS,
  clampFigure,
  type FigureName,
  type Settings,
} from "../runs/settings.ts";

interface ChoiceProps<Name extends string> {
  label: string;
  options: Readonly<Record<Name, string>>;
  value: NoInfer<Name>;
  pick(name: Name): void;
}

/** A choice among several names, shown with their labels. */
export function Choice<Name extends string>(props: ChoiceProps<Name>): VNode {
  const { label, options, value, pick } = props;
  return (
    <label>
      {label}
      <select value={value} onChange={({ currentTarget }) => pick(currentTarget.value as Name)}>
        {Object.entries<string>(options).map(([name, optionLabel]) => (
          <option value={name} selected={name === value}>
            {optionLabel}
          </option>
        ))}
      </select>
    </label>
  );
}

interface NetworkChoiceProps {
  settings: Pick<Settings, "network">;
  change(changes: Pick<Settings, "network">): void;
}

/** Choice of the networks that debate. */
export function NetworkChoice({ settings, change }: NetworkChoiceProps): VNode {
  return (
    <Choice
      label="Networks"
      options={NETWORKS}
      value={settings.network}
      pick={(network) => change({ network })}
    />
  );
}

interface FigureProps<Name extends FigureName> {
  name: Name;
  settings: Readonly<Record<Name, number>>;
  change(changes: Record<Name, number>): void;
}

/** A number that stays within its bounds. */
export function Figure<Name extends FigureName>(props: FigureProps<Name>): VNode {
  const { name, settings, change } = props;
  const { label, min, max, step } = FIGURES[name];
  const set = (value: number): void => change({ [name]: value } as Record<Name, number>);
  return (
    <label>
      {label}
      <input
        type="number"
        {...{ min, max, step }}
        value={settings[name]}
        onInput={({ currentTarget: { valueAsNumber } }) => {
          if (clampFigure(name, valueAsNumber) === valueAsNumber) set(valueAsNumber);
        }}
        onChange={({ currentTarget }) => {
          const bounded = clampFigure(name, currentTarget.valueAsNumber);
          currentTarget.valueAsNumber = bounded;
          set(bounded);
        }}
      />
    </label>
  );
}
