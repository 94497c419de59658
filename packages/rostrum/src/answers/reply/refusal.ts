/** How replies begin that decline to answer. The list is closed: anything else is taken for an answer. */
const OPENINGS =
  /^(?:(?:i(?:['’]m| am) )?(?:very )?sorry,?(?: but)? (?:i |that )?(?:can['’]?t|can ?not|am unable|['’]m unable|won['’]?t|am not able|['’]m not able)|(?:unfortunately, )?i (?:can['’]t|can ?not|won['’]t) (?:help|assist|answer|comply|provide|discuss|fulfil)|i(?:['’]m| am) (?:unable|not able) to (?:help|assist|answer|comply|provide|discuss)|as an ai\b[^.]{0,40}, i (?:can['’]?t|can ?not|do not|don['’]t|am unable))/i;

/** Whether a reply without an answer section declines to answer. */
export const isRefusal = (reply: string): boolean => OPENINGS.test(reply.slice(0, 200));
