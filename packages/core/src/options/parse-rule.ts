import { describeExpected, quoteAll } from "./describe.ts";
import type { OptionField, RuleDefinitions } from "./field.ts";
import { suggestWord } from "./suggest-word.ts";

/**
 * Parses a rule: a name, or a name with its setting such as `agreement:0.6`. `refuse` throws the caller's
 * error with the expected form.
 */
export function parseRule(
  rules: RuleDefinitions,
  text: string,
  /** `suggestion`: what to write instead, if that is known. */
  refuse: (expected: string, suggestion?: string) => never,
): Record<string, unknown> {
  const colon = text.indexOf(":");
  const name = colon < 0 ? text : text.slice(0, colon);
  const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
  if (rule === undefined) {
    const names = Object.keys(rules);
    return refuse(`one of ${quoteAll(names)}`, suggestWord(name, names));
  }
  if (colon < 0) return { type: name };
  const setting = rule.shorthand === undefined ? undefined : rule.fields?.[rule.shorthand];
  if (rule.shorthand === undefined || setting === undefined)
    return refuse(`"${name}" without a setting`);
  return { type: name, [rule.shorthand]: parseSetting(setting, text.slice(colon + 1), refuse) };
}

function parseSetting(
  field: OptionField,
  text: string,
  refuse: (expected: string) => never,
): unknown {
  switch (field.kind) {
    case "whole":
    case "number":
    case "seat":
    case "milliseconds": {
      const value = text.trim() === "" ? Number.NaN : Number(text);
      return Number.isFinite(value) ? value : refuse(`${describeExpected(field)} after the colon`);
    }
    case "choices": {
      const options = text.split(",").map((option) => option.trim());
      return options.length < 2 ? refuse(describeExpected(field)) : options;
    }
    default:
      return text;
  }
}
