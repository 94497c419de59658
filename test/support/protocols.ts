import fc from "fast-check";
import { ranked, type DebateConfig } from "../../packages/rostrum/src/index.ts";

const PROTOCOLS = ["plain", "plain", "ranked", "council", "sides", "turns", "draft"] as const;

/** Protocols other than arguing and voting. */
export type Protocol = (typeof PROTOCOLS)[number];
export const protocol: fc.Arbitrary<Protocol> = fc.constantFrom(...PROTOCOLS);

/** The config of a protocol, where its panel can hold it: some need a judge. */
export function inProtocol(config: DebateConfig, name: Protocol): DebateConfig {
  const { route: _route, poll: _poll, ...rest } = config;
  const size = (config.debaters as unknown[]).length;
  const answers = Array.from({ length: size }, (_, index) =>
    index % 2 === 0 ? "x" : "Answer: xx",
  );
  if (name === "plain") return config;
  if (name === "ranked") return { ...config, decide: ranked({ always: true }) };
  if (config.judge === undefined) return config;
  switch (name) {
    case "council":
      return { ...config, decide: ranked({ always: true, chairman: true }) };
    case "sides":
      return { ...rest, decide: "judged", sides: { answers, swap: true } };
    case "turns":
      return { ...rest, decide: "judged", sides: { answers, turns: "alternate" } };
    case "draft":
      return {
        ...rest,
        decide: "judged",
        answer: "draft",
        rounds: 2 * Math.ceil((config.rounds ?? 0) / 2),
      };
  }
}
