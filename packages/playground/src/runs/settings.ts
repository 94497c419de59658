import { guarded } from "@rostrum/runtime/api";
import type { PlainConfig } from "../worker/messages.ts";

export const GUARDED: Partial<PlainConfig> = guarded;

export const NETWORKS = {
  xs: "three small ones",
  m: "the larger one",
} as const;

/** Named protocols and their rules. */
export const PROTOCOLS = {
  debate: { label: "debate", rounds: 2, revise: "everyone", decide: "majority" },
  guarded: { label: "guarded debate", rounds: 1, revise: "dissenters", decide: "keepLeader" },
  vote: { label: "vote, no debate", rounds: 0, revise: "everyone", decide: "majority" },
} as const;

export const STOPS = {
  "agreement:0.8": "four fifths agree",
  unanimous: "all agree",
  stable: "nobody changes its answer",
  never: "never early",
} as const;

export const DECISIONS = {
  majority: "majority",
  weighted: "votes weighted by confidence",
  keepLeader: "majority, with ties going to the first leader",
  central: "the most central reply",
} as const;

export const SEES = {
  all: "everybody else",
  ring: "the neighbors",
  star: "the first member",
} as const;

export interface Settings {
  network: keyof typeof NETWORKS;
  size: number;
  rounds: number;
  revise: "everyone" | "dissenters";
  stop: keyof typeof STOPS;
  decide: keyof typeof DECISIONS;
  see: keyof typeof SEES;
  temperature: number;
  seed: number;
}

export const DEFAULTS: Settings = {
  network: "m",
  size: 3,
  rounds: 2,
  revise: "everyone",
  stop: "agreement:0.8",
  decide: "majority",
  see: "all",
  temperature: 0.8,
  seed: 1,
};

/** Numbers that people can set, with label, bounds and step. */
export const FIGURES = {
  size: { label: "Debaters", min: 2, max: 9, step: 1 },
  rounds: { label: "Maximum revisions", min: 0, max: 6, step: 1 },
  seed: { label: "Seed", min: 0, max: 999_999, step: 1 },
  count: { label: "Number of questions", min: 10, max: 1000, step: 1 },
  calls: { label: "Call limit, including retries", min: 2, max: 200, step: 1 },
  temperature: { label: "Temperature", min: 0, max: 2, step: 0.1 },
} as const;

export type FigureName = keyof typeof FIGURES;

/** Moves a typed number into its bounds. */
export function clampFigure(name: FigureName, value: number): number {
  const { min, max, step } = FIGURES[name];
  const rounded = step < 1 ? value : Math.round(value);
  return Number.isFinite(rounded) ? Math.max(min, Math.min(max, rounded)) : min;
}

/** Panel of networks, without rules. */
export function buildPanel({
  network,
  size,
  temperature,
  seed,
}: Pick<Settings, "network" | "size" | "temperature" | "seed">): PlainConfig {
  const variants = network === "m" ? ["m"] : ["xs-1", "xs-2", "xs-3"];
  const debaters = Array.from({ length: size }, (_, index) => {
    const variant = variants[index % variants.length] ?? "m";
    const turn = Math.floor(index / variants.length);
    return {
      name: variants.length === 1 ? `${variant} ${index + 1}` : formatName(variant, turn),
      model: `embedded/${variant}`,
      temperature,
    };
  });
  return { debaters, seed };
}

const formatName = (variant: string, turn: number): string =>
  turn === 0 ? variant : `${variant} again${turn === 1 ? "" : ` ${turn}`}`;

export function buildConfig(settings: Settings): PlainConfig {
  const { rounds, revise, stop, decide, see } = settings;
  return {
    ...buildPanel(settings),
    rounds,
    revise,
    stop,
    see,
    decide: decide === "keepLeader" ? { type: "majority", keepLeader: true } : decide,
  };
}
