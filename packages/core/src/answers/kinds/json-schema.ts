import { isPlainObject } from "../../thrown.ts";

/** JSON Schema support that libraries may offer next to their validator. */
interface JsonSchemaSource {
  output(options: { target: string }): object;
}

type SchemaObject = Record<string, unknown>;

/** Describes a validator's schema as JSON Schema. `null` if its library can't. */
export function toJsonSchema(schema: object): SchemaObject | null {
  const standard = (schema as { "~standard"?: { jsonSchema?: JsonSchemaSource } })["~standard"];
  try {
    const { $schema: _dialect, ...rest } = (standard?.jsonSchema?.output({
      target: "draft-2020-12",
    }) ?? {}) as SchemaObject;
    return Object.keys(rest).length > 0 ? rest : null;
  } catch {
    return null;
  }
}

/** True if strings in the compared fields may be prose. Also true if the schema can't be described. */
export function mayHoldProse(schema: object, by?: readonly string[]): boolean {
  const described = toJsonSchema(schema);
  if (described === null) return true;
  const node = new SchemaNode(described);
  return by === undefined ? node.mayBeProse() : by.some((name) => node.at(name).mayBeProse());
}

/**
 * Returns a field of `by` that the schema doesn't have. `null` if there is none, or if the schema can't be
 * described.
 */
export function findUnknownField(schema: object, by: readonly string[]): string | null {
  const names = new SchemaNode(toJsonSchema(schema)).fieldNames();
  return names === null ? null : (by.find((name) => !names.has(name)) ?? null);
}

/** Deeper schemas refer to themselves. */
const MAX_DEPTH = 32;

/** A part of a JSON Schema, with all its alternatives. */
export class SchemaNode {
  readonly #root: SchemaObject | null;
  readonly #forms: readonly SchemaObject[];
  readonly #depth: number;

  constructor(
    root: SchemaObject | null,
    forms: readonly unknown[] = root === null ? [] : [root],
    depth = 0,
  ) {
    this.#root = root;
    this.#depth = depth;
    this.#forms = depth > MAX_DEPTH ? [] : forms.flatMap((form) => this.#resolveForms(form, 0));
  }

  /** The part that describes a field or a list item. */
  at(place: string | number): SchemaNode {
    const parts = this.#forms.flatMap((form) => {
      if (typeof place === "number") return [form["items"]];
      const { properties, additionalProperties } = form;
      const property = isPlainObject(properties) ? properties[place] : undefined;
      return [property ?? additionalProperties];
    });
    return new SchemaNode(this.#root, parts, this.#depth + 1);
  }

  /** True if every string that it accepts is in a list of options. */
  listsOptions(): boolean {
    const texts = this.#forms.filter(acceptsText);
    return texts.length > 0 && texts.every((form) => "enum" in form || "const" in form);
  }

  /** Names of its fields. `null` if it isn't known to be an object. */
  fieldNames(): ReadonlySet<string> | null {
    const objects = this.#forms.flatMap(({ properties }) =>
      isPlainObject(properties) ? [properties] : [],
    );
    return objects.length === 0
      ? null
      : new Set(objects.flatMap((properties) => Object.keys(properties)));
  }

  mayBeProse(): boolean {
    if (this.#depth > MAX_DEPTH) return false;
    return this.#forms.some(
      (form) =>
        (acceptsText(form) && !("enum" in form) && !("const" in form)) ||
        (form["items"] !== undefined && this.at(0).mayBeProse()) ||
        Object.keys(isPlainObject(form["properties"]) ? form["properties"] : {}).some((name) =>
          this.at(name).mayBeProse(),
        ) ||
        (isPlainObject(form["additionalProperties"]) &&
          new SchemaNode(this.#root, [form["additionalProperties"]], this.#depth + 1).mayBeProse()),
    );
  }

  /** Resolves alternatives and references. */
  #resolveForms(form: unknown, depth: number): SchemaObject[] {
    if (!isPlainObject(form) || depth > MAX_DEPTH) return [];
    const { $ref, anyOf, oneOf, allOf } = form;
    if (typeof $ref === "string") return this.#resolveForms(this.#resolve($ref), depth + 1);
    const parts = [anyOf, oneOf, allOf].flatMap((list) => (Array.isArray(list) ? list : []));
    const inner = parts.flatMap((part) => this.#resolveForms(part, depth + 1));
    return inner.length === 0 || "properties" in form ? [form, ...inner] : inner;
  }

  #resolve(reference: string): unknown {
    if (!reference.startsWith("#")) return undefined;
    const path = reference.split("/").slice(1);
    return path.reduce<unknown>(
      (part, name) => (isPlainObject(part) ? part[name] : undefined),
      this.#root,
    );
  }
}

function acceptsText({ type, ...form }: SchemaObject): boolean {
  if (type === undefined) return "enum" in form || "const" in form || !("properties" in form);
  return type === "string" || (Array.isArray(type) && type.includes("string"));
}
