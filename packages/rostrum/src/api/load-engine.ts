type Engine = typeof import("./engine.ts");

let loaded: Engine | undefined;

/**
 * The engine, loaded when the first run begins. Reading answers, prompts, rounds and records are
 * most of the library's code, and a page that only checks a config or shows a form should not wait
 * for them.
 */
export async function loadEngine(): Promise<Engine> {
  return (loaded ??= await import("./engine.ts"));
}

/** The engine, if it is there already, as it is for all runs but the first. */
export function loadedEngine(): Engine | undefined {
  return loaded;
}
