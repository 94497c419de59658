const CANT = "(?:can['’]?t|can ?not|won['’]?t|am unable to|am not able to)";
const DONT = "(?:do not|don['’]t)";

/** How replies begin that decline to answer. The list is closed: anything else is taken for an answer. */
const OPENINGS: readonly string[] = [
  `sorry,?(?: but)? (?:i |that )?(?:${CANT}|['’]m unable|['’]m not able|${DONT} (?:know|have))`,
  `(?:unfortunately, )?i ${CANT} (?:help|assist|answer|comply|provide|discuss|fulfil)`,
  "i(?:['’]m| am) (?:unable|not able) to (?:help|assist|answer|comply|provide|discuss)",
  `i ${DONT} know(?=[.,;!]|$)`,
  `i ${DONT} have enough information`,
  `as an ai\\b[^.]{0,40}, i (?:${CANT}|${DONT})`,
];

const REFUSAL = new RegExp(
  `^(?:(?:i(?:['’]m| am) )?(?:very )?(?=sorry))?(?:${OPENINGS.join("|")})`,
  "i",
);

/** Whether a reply without an answer section declines to answer. */
export const isRefusal = (reply: string): boolean => REFUSAL.test(reply.slice(0, 200));
