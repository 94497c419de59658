import type { RuleSet } from "./field.ts";

/** Settings of rules that have no default. */
export type WithoutDefault =
  | "calibration"
  | "certificate"
  | "model"
  | "options"
  | "tolerance"
  | "schema";

/** A rule with its defaults filled in. */
export type Filled<T> = T extends unknown
  ? Required<Omit<T, WithoutDefault>> & Pick<T, Extract<keyof T, WithoutDefault>>
  : never;

/** Fills in the defaults of a rule, without checking it. */
export function filled<T extends { type: string }>(rules: RuleSet, rule: T): Filled<T> {
  const whole: Record<string, unknown> = { ...rule };
  for (const [name, field] of Object.entries(rules[rule.type]?.fields ?? {})) {
    if (whole[name] === undefined && field.default !== undefined) whole[name] = field.default;
    else if (whole[name] === undefined) delete whole[name];
  }
  return whole as unknown as Filled<T>;
}
