import { ConfigError, readMessage } from "@rostrum/core/support";

/** Something that a model needs and that is missing. */
export interface MissingNeed {
  kind: "key" | "package";
  /** The variable or the package. */
  name: string;
  /** The id of the model that needs it. */
  id: string;
}

/** A model can't be called, because it lacks a key, a package or both. */
export class MissingNeedsError extends ConfigError {
  // Private, because the message has all of it.
  readonly #needs: readonly MissingNeed[];

  constructor(field: string, needs: readonly MissingNeed[], options?: { cause?: unknown }) {
    super(field, describeNeeds(needs), options);
    // The message names every place, so no single one is put in front.
    this.message = describeNeeds(needs);
    this.#needs = needs;
  }

  get needs(): readonly MissingNeed[] {
    return this.#needs;
  }
}

/** Combines everything that keeps models from being called into one error, so that all of it can be fixed at once. */
export function joinModelErrors(errors: readonly unknown[]): unknown {
  const [first] = errors;
  if (errors.length < 2) return first;
  const missing = errors.filter((error) => error instanceof MissingNeedsError);
  const needs = missing.flatMap((error) => error.needs);
  const otherErrors = errors.filter((error) => !(error instanceof MissingNeedsError));
  // Several members may need the same program.
  const sentences = [...Map.groupBy(otherErrors, describeAlone).values()].map(([error]) =>
    readMessage(error),
  );
  if (needs.length === 0 && sentences.length === 1) return first;
  const joined = new MissingNeedsError(
    first instanceof ConfigError ? first.field : "debaters",
    needs,
    otherErrors.length === 0 ? {} : { cause: otherErrors[0] },
  );
  joined.message = [...(needs.length === 0 ? [] : [joined.message]), ...sentences].join("\n");
  return joined;
}

/** Error message without the member's name. */
function describeAlone(error: unknown): string {
  return error instanceof ConfigError ? error.problem : readMessage(error);
}

/** The command that sets these keys. A key with two names is set by the first. */
function formatExport(names: readonly string[]): string {
  return `export ${names.map((name) => `${name.split(" or ")[0] ?? name}=…`).join(" ")}`;
}

function describeNeeds(needs: readonly MissingNeed[]): string {
  const groupNeeds = (wanted: MissingNeed["kind"]): Map<string, string[]> => {
    const grouped = Map.groupBy(
      needs.filter(({ kind }) => kind === wanted),
      ({ name }) => name,
    );
    return new Map(
      [...grouped].map(([name, list]) => [name, [...new Set(list.map(({ id }) => id))]]),
    );
  };
  const formatNeeds = (grouped: ReadonlyMap<string, readonly string[]>): string =>
    [...grouped].map(([name, ids]) => `${name} (for ${ids.join(", ")})`).join(", ");
  const keys = groupNeeds("key");
  const packages = groupNeeds("package");
  const pluralize = (count: number, one: string): string => (count === 1 ? one : `${one}s`);
  return [
    ...(keys.size === 0
      ? []
      : [
          `Missing API ${pluralize(keys.size, "key")}: ${formatNeeds(keys)}.`,
          `Run: ${formatExport([...keys.keys()])}`,
          `Or write ${keys.size === 1 ? "it" : "them"} into .env (for your own program: node --env-file=.env).`,
        ]),
    ...(packages.size === 0
      ? []
      : [
          `Missing ${pluralize(packages.size, "package")}: ${formatNeeds(packages)}.`,
          `Run: npm install ${[...packages.keys()].join(" ")}`,
        ]),
  ].join("\n");
}
