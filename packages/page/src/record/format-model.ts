import { formatModelName } from "@rostrum/core/export";
import { escapeInvisible } from "@rostrum/core/support";

/** Formats a model's id for people, without its provider or address. Functions and people are named as such. */
export function formatModel(id: string): string {
  const [kind = "", name = ""] = /^(function|human):(.*)$/s.exec(id)?.slice(1) ?? [];
  if (kind === "human") return "a person";
  if (kind === "function")
    return name === "" || name === "anonymous" ? "a function" : `function ${escapeInvisible(name)}`;
  return escapeInvisible(formatModelName(id).replace(/^[a-z][\w-]*:(?=.)/, ""));
}
