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

/** Parts that are nested deeper are not described. A schema that refers to itself has parts of any depth. */
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
    const resolved = new Set<object>();
    this.#forms =
      depth > MAX_DEPTH ? [] : forms.flatMap((form) => this.#resolveForms(form, resolved, 0));
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

  /** `visited`: forms that need no second look. A schema that refers to itself twice would be walked 2^32 times. */
  mayBeProse(visited: Set<object> = new Set()): boolean {
    return this.#forms.some((form) => {
      if (visited.has(form)) return false;
      visited.add(form);
      if (acceptsText(form) && !("enum" in form) && !("const" in form)) return true;
      const { items, properties, additionalProperties } = form;
      const fields = isPlainObject(properties) ? Object.values(properties) : [];
      return [items, additionalProperties, ...fields].some((part) =>
        new SchemaNode(this.#root, [part], this.#depth + 1).mayBeProse(visited),
      );
    });
  }

  /** Resolves alternatives and references, each of them once. */
  #resolveForms(form: unknown, resolved: Set<object>, depth: number): SchemaObject[] {
    if (!isPlainObject(form) || resolved.has(form) || depth > MAX_DEPTH) return [];
    resolved.add(form);
    const { $ref, anyOf, oneOf, allOf } = form;
    if (typeof $ref === "string")
      return this.#resolveForms(this.#resolve($ref), resolved, depth + 1);
    const parts = [anyOf, oneOf, allOf].flatMap((list) => (Array.isArray(list) ? list : []));
    const inner = parts.flatMap((part) => this.#resolveForms(part, resolved, depth + 1));
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
