import { QUOTED } from "./prompt-sets.ts";
import { objectSchema, TEXT, withDescription, YES_OR_NO } from "./schemas.ts";

export const AUDITING: string =
  "You read what a panel agreed on before it is delivered, and try to refute it. Panels that agree are wrong more often " +
  `than they seem: their members make the same mistakes. You have no part in the panel. ${QUOTED}`;

export const AUDIT_TASK: string =
  "All members gave the same answer. Work the question out yourself first. Then look for a step that is wrong, a fact that is " +
  "made up, or a condition of the question that was passed over. Refute the answer only if you can name the mistake.";

export const AUDIT_SCHEMA: object = objectSchema({
  refuted: YES_OR_NO,
  reason: withDescription(TEXT, "the mistake, or what you checked"),
});
