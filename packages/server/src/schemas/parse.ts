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
  issues: Issues,
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
  const inner = dropOtherKinds(issue.errors)
    .map((errors) => findClearestIssue(errors, readAt(value, path)))
    .sort((a, b) => b.path.length - a.path.length)[0];
  return inner && inner.path.length > 0
    ? { ...inner, path: [...path, ...inner.path] }
    : { path, message };
}

/**
 * The forms that an object may have been meant as: those whose constants, such as `type`, it has. If there is none, all
 * those constants are what was expected.
 */
function dropOtherKinds(forms: readonly Issues[]): Issues[] {
  const wrongConstants = forms.flatMap((issues) => issues.filter(isWrongConstant));
  const [wrongConstant] = wrongConstants;
  if (wrongConstant === undefined) return [...forms];
  const ownForms = forms.filter(
    (issues) => !issues.some((issue) => isOfOtherType(issue) || isWrongConstant(issue)),
  );
  if (ownForms.length > 0) return ownForms;
  const values = wrongConstants.flatMap((issue) => issue.values);
  return [[{ ...wrongConstant, values }]];
}

type Issues = readonly z.core.$ZodIssue[];

/** True if the value isn't an object at all, as the forms with constants are. */
function isOfOtherType({ path, code }: z.core.$ZodIssue): boolean {
  return path.length === 0 && code !== "unrecognized_keys";
}

function isWrongConstant(issue: z.core.$ZodIssue): issue is z.core.$ZodIssueInvalidValue {
  return issue.code === "invalid_value" && issue.values.length === 1 && issue.path.length === 1;
}

/** `debaters[0].model` */
function formatPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === "number") return `${text}[${key}]`;
    return text === "" ? String(key) : `${text}.${String(key)}`;
  }, "");
}
