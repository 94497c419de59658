import type { Flag, FlagGroup } from "./field.ts";

/** How the command line spells an option. */
type MakeFlag = (name: string, more?: Partial<Flag>) => Flag;

const inGroup =
  (group: FlagGroup): MakeFlag =>
  (name, more = {}) => ({ name, group, ...more });

export const panelFlag: MakeFlag = inGroup("Panel");
export const debateFlag: MakeFlag = inGroup("Debate");
export const limitFlag: MakeFlag = inGroup("Limits");
