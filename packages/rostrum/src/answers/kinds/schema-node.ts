import type { JsonSchema } from "./describe-schema.ts";

const isObject = (value: unknown): value is JsonSchema =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Too deep for a schema that people write: it refers to itself. */
const DEEPEST = 32;

/** A part of a JSON Schema, with all that it may stand for. */
export class SchemaNode {
  readonly #root: JsonSchema | null;
  readonly #forms: readonly JsonSchema[];
  readonly #depth: number;

  constructor(
    root: JsonSchema | null,
    forms: readonly unknown[] = root === null ? [] : [root],
    depth = 0,
  ) {
    this.#root = root;
    this.#depth = depth;
    this.#forms = depth > DEEPEST ? [] : forms.flatMap((form) => this.#formsOf(form, 0));
  }

  /** The part that describes a field or a place in a list. */
  at(place: string | number): SchemaNode {
    const parts = this.#forms.flatMap((form) => {
      if (typeof place === "number") return [form["items"]];
      const { properties, additionalProperties } = form;
      const own = isObject(properties) ? properties[place] : undefined;
      return [own ?? additionalProperties];
    });
    return new SchemaNode(this.#root, parts, this.#depth + 1);
  }

  /** Every text that it accepts is one of a list. */
  listsOptions(): boolean {
    const texts = this.#forms.filter(acceptsText);
    return texts.length > 0 && texts.every((form) => "enum" in form || "const" in form);
  }

  /** The names of its fields; `null` where it isn't known to be an object. */
  fieldNames(): ReadonlySet<string> | null {
    const objects = this.#forms.flatMap(({ properties }) =>
      isObject(properties) ? [properties] : [],
    );
    return objects.length === 0 ? null : new Set(objects.flatMap((each) => Object.keys(each)));
  }

  mayBeProse(): boolean {
    if (this.#depth > DEEPEST) return false;
    return this.#forms.some(
      (form) =>
        (acceptsText(form) && !("enum" in form) && !("const" in form)) ||
        (form["items"] !== undefined && this.at(0).mayBeProse()) ||
        Object.keys(isObject(form["properties"]) ? form["properties"] : {}).some((name) =>
          this.at(name).mayBeProse(),
        ) ||
        (isObject(form["additionalProperties"]) &&
          new SchemaNode(this.#root, [form["additionalProperties"]], this.#depth + 1).mayBeProse()),
    );
  }

  /** Alternatives and references, resolved. */
  #formsOf(form: unknown, depth: number): JsonSchema[] {
    if (!isObject(form) || depth > DEEPEST) return [];
    const { $ref, anyOf, oneOf, allOf } = form;
    if (typeof $ref === "string") return this.#formsOf(this.#resolve($ref), depth + 1);
    const parts = [anyOf, oneOf, allOf].flatMap((list) => (Array.isArray(list) ? list : []));
    const inner = parts.flatMap((part) => this.#formsOf(part, depth + 1));
    return inner.length === 0 || "properties" in form ? [form, ...inner] : inner;
  }

  #resolve(reference: string): unknown {
    if (!reference.startsWith("#")) return undefined;
    const path = reference.split("/").slice(1);
    return path.reduce<unknown>(
      (part, name) => (isObject(part) ? part[name] : undefined),
      this.#root,
    );
  }
}

function acceptsText({ type, ...form }: JsonSchema): boolean {
  if (type === undefined) return "enum" in form || "const" in form || !("properties" in form);
  return type === "string" || (Array.isArray(type) && type.includes("string"));
}
