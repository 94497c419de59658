import { isPlainId } from "./model-ids.ts";
import { formatCommandId } from "../../models/command/command-line.ts";
import { isCommandId, isCommandModel } from "../../models/command/command-model.ts";
import {
  CONFIG,
  DEBATER,
  type OptionField,
  type OptionFields,
  type TrustNeed,
} from "@rostrum/core/options";
import { isPlainObject } from "@rostrum/core/support";

/** Something that a config wants to do, and may do only if whoever wrote it is trusted. */
export interface Permission {
  /** Path of the setting in the config. */
  path: string;
  need: TrustNeed;
  /** The program, the address or the settings, whole. */
  what: string;
}

/** Everything in a panel's config that runs a program or says where to send something, by the options' definitions. */
export function listPermissions(config: unknown, path: string): Permission[] {
  return visitFields(CONFIG, config, path);
}

function visitFields(fields: OptionFields, value: unknown, path: string): Permission[] {
  if (!isPlainObject(value)) return visitValue(value, path);
  return Object.entries(value).flatMap(([key, entry]) => {
    const field = Object.hasOwn(fields, key) ? fields[key] : undefined;
    const entryPath = `${path}.${key}`;
    // The engine refuses an option that doesn't exist, but a mistake here must not depend on that.
    return field === undefined ? visitValue(entry, entryPath) : visitField(field, entry, entryPath);
  });
}

function visitField(field: OptionField, value: unknown, path: string): Permission[] {
  if (value === undefined || value === null) return [];
  if (field.needsTrust !== undefined) return [{ path, need: field.needsTrust, what: show(value) }];
  if (field.many && Array.isArray(value))
    return value.flatMap((item, index) => visitField(field, item, `${path}[${index}]`));
  // Without a default: a kind that is added must be sorted in here.
  switch (field.kind) {
    case "object":
    case "code":
      return [{ path, need: "settings", what: show(value) }];
    case "debater":
      return isCommandModel(value) ? visitValue(value, path) : visitFields(DEBATER, value, path);
    case "group":
      return visitFields(field.fields, value, path);
    case "rule":
      return visitRule(field.rules, value, path);
    case "model":
    case "fallback":
    case "compare":
    case "crux":
      return visitValue(value, path);
    case "calibration":
    case "certificate":
      // A file's path. The learned figures themselves are checked where they are used.
      return typeof value === "string" ? visitValue(value, path) : [];
    case "whole":
    case "number":
    case "milliseconds":
    case "boolean":
    case "text":
    case "one_of":
    case "personas":
    case "choices":
    case "names":
    case "name_groups":
    case "seat":
    case "quorum":
    case "sides":
    case "schema":
    case "rubric":
    case "scale":
      return [];
    case "words":
      return [{ path, need: "program", what: show(value) }];
    case "mcp_server":
      return [createServerPermission(value, path)];
  }
}

/** A server at an address gets what is asked of it, and the token that `bearer` names. Anything else may be a program. */
function createServerPermission(value: unknown, path: string): Permission {
  const { url, command, bearer } = isPlainObject(value) ? value : {};
  if (typeof url !== "string" || command !== undefined)
    return {
      path,
      need: "program",
      what: isCommandModel(value) ? showProgram(value) : show(value),
    };
  const token = bearer === undefined ? "" : `, with the token in ${show(bearer)}`;
  return { path: `${path}.url`, need: "address", what: `${url}${token}` };
}

function visitRule(
  rules: Extract<OptionField, { kind: "rule" }>["rules"],
  value: unknown,
  path: string,
): Permission[] {
  // In `name:setting` the setting could be a model.
  if (typeof value === "string") return visitValue(value.slice(value.indexOf(":") + 1), path);
  if (!isPlainObject(value)) return visitValue(value, path);
  const { type, ...settings } = value;
  const rule = typeof type === "string" && Object.hasOwn(rules, type) ? rules[type] : undefined;
  return visitFields(rule?.fields ?? {}, settings, path);
}

/** Looks at every text in a value as if it were a model's id, and for programs as objects. */
function visitValue(value: unknown, path: string): Permission[] {
  if (typeof value === "string") return visitId(value.trim(), path);
  if (Array.isArray(value))
    return value.flatMap((item, index) => visitValue(item, `${path}[${index}]`));
  if (!isPlainObject(value)) return [];
  if (isCommandModel(value)) return [{ path, need: "program", what: showProgram(value) }];
  return Object.entries(value).flatMap(([key, entry]) => visitValue(entry, `${path}.${key}`));
}

function visitId(id: string, path: string): Permission[] {
  if (isCommandId(id)) return [{ path, need: "program", what: stripPrefix(id) }];
  // Windows asks another machine for a file whose path begins with two slashes.
  const isOutside = !isPlainId(id) || /^[\\/]{2}/.test(id);
  return isOutside ? [{ path, need: "address", what: id }] : [];
}

function showProgram({ command, env, cwd }: { command: unknown; env?: unknown; cwd?: unknown }) {
  const isList = Array.isArray(command) && command.every((word) => typeof word === "string");
  const line = isList ? stripPrefix(formatCommandId(command)) : show(command);
  const entries = [
    ...(env === undefined ? [] : [`with the variables ${show(env)}`]),
    ...(cwd === undefined ? [] : [`in ${show(cwd)}`]),
  ];
  return [line, ...entries].join(", ");
}

function stripPrefix(id: string): string {
  return id.slice(id.indexOf(":") + 1).trim();
}

function show(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? typeof value);
}
