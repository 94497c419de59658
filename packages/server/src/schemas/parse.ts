import type { z } from "zod";
import { ConfigError } from "@rostrum/core/support";
import { HttpError } from "../http-error.ts";
import { describeIssue, readAt } from "./describe-issue.ts";

/** Checks a value against a schema, or says which field is wrong and why. */
export function parse<T>(schema: z.ZodType<T>, value: unknown, subject: string): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const { path, message } = findClearestIssue(result.error.issues, value);
  const field = formatPath(path);
  throw new HttpError(
    400,
    "invalid_request",
    `${field || subject}: ${message}`,
    field === "" ? {} : { field },
  );
}

/** Checks options of the server, or throws a `ConfigError` that names the wrong one. */
export function checkConfig(schema: z.ZodType, value: unknown): void {
  const { error } = schema.safeParse(value);
  if (!error) return;
  const { path, message } = findClearestIssue(error.issues, value);
  throw new ConfigError(formatPath(path), message);
}

/** A union reports an error for each of its forms. The one that got furthest describes the problem best. */
function findClearestIssue(
  issues: readonly z.core.$ZodIssue[],
  value: unknown,
): Pick<z.core.$ZodIssue, "path" | "message"> {
  const [issue] = issues;
  if (!issue) return { path: [], message: "expected something else" };
  const { path } = issue;
  const message = describeIssue(issue, value);
  if (issue.code === "unrecognized_keys") {
    return { path: [...path, issue.keys[0] ?? ""], message };
  }
  if (issue.code !== "invalid_union") return { path, message };
  const inner = issue.errors
    .map((errors) => findClearestIssue(errors, readAt(value, path)))
    .sort((a, b) => b.path.length - a.path.length)[0];
  return inner && inner.path.length > 0
    ? { ...inner, path: [...path, ...inner.path] }
    : { path, message };
}

/** `debaters[0].model` */
function formatPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === "number") return `${text}[${key}]`;
    return text === "" ? String(key) : `${text}.${String(key)}`;
  }, "");
}
