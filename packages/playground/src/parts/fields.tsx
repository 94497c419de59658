import type { VNode } from "preact";
import { BOUNDS, within } from "../runs/settings.ts";

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
        {Object.entries<string>(options).map(([name, words]) => (
          <option value={name} selected={name === value}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}

interface FigureProps {
  name: keyof typeof BOUNDS;
  label: string;
  step?: number;
  value: number;
  change(value: number): void;
}

/** A number that stays within its bounds. */
export function Figure({ name, label, step = 1, value, change }: FigureProps): VNode {
  return (
    <label>
      {label}
      <input
        type="number"
        {...BOUNDS[name]}
        step={step}
        value={value}
        onInput={({ currentTarget: { valueAsNumber } }) => {
          if (within(name, valueAsNumber) === valueAsNumber) change(valueAsNumber);
        }}
        onChange={({ currentTarget }) => {
          const bounded = within(name, currentTarget.valueAsNumber);
          currentTarget.valueAsNumber = bounded;
          change(bounded);
        }}
      />
    </label>
  );
}
