type Engine = typeof import("./engine.ts");

let loaded: Engine | undefined;

/**
 * The engine, loaded when a first run begins: reading answers, prompts, rounds and records are most of the
 * library's code, and a page that only checks a config, or offers a debate, should not wait for them.
 */
export async function loadEngine(): Promise<Engine> {
  return (loaded ??= await import("./engine.ts"));
}
