import type { Member } from "../../debate/resolved-config.ts";
import type { ModelSource, Role } from "../../protocol/model.ts";
import { memberOf } from "./panel.ts";

/** These help only where they are named. */
const ONLY_BY_NAME: ReadonlySet<ModelSource> = new Set(["function", "embedded", "human"]);

/** Those whose models may help. */
export interface Helped {
  members: readonly Member[];
  judge: Member | null;
}

/**
 * The model for a call that is neither a debater's nor the judge's: the one named, or under `auto` the
 * judge's, else the first debater's that can do it. `null`: there is none.
 */
export function helperOf(role: Role, field: string, model: unknown, panel: Helped): Member | null {
  return model === "auto" || model === undefined
    ? suitable(role, panel)
    : memberOf({ model }, { field, name: role, fallback: undefined });
}

/**
 * They help as models, not as the debaters or the judge that they are otherwise. The others, each model once,
 * stand in for the first.
 */
function suitable(role: Role, { judge, members }: Helped): Member | null {
  const able = [...(judge ? [judge] : []), ...members].filter(
    ({ model }) => !ONLY_BY_NAME.has(model.source),
  );
  const distinct = able.filter(
    ({ model }, at) => able.findIndex((each) => each.model.id === model.id) === at,
  );
  const [first, ...standIns] = distinct.map((member) => ({
    ...member,
    name: role,
    instructions: "",
    temperature: undefined,
    tools: undefined,
  }));
  return first ? { ...first, ...(standIns.length > 0 ? { standIns } : {}) } : null;
}
