/** Openings with which models refuse. The verbs are a closed list, because an answer may begin alike. */
const REFUSAL =
  /^(?:(?:i['’]m|i am) (?:very |really |truly )?sorry[,.;]?|sorry[,.;]?|i apologi[sz]e[,.;]?|unfortunately,?)?\s*(?:but\s+)?(?:as an ai(?: language)?(?: model)?, )?(?:i (?:can(?:no|['’])t|can not|am (?:unable|not able) to|won['’]t|will not)|i['’]m (?:unable|not able) to|i (?:must|have to) decline to)\s+(?:be able to\s+)?(?:help|assist|answer|respond|comply|provide|discuss|share|support|engage|continue|fulfil+|do that|create|generate|offer)\b/i;

const DECLINED = /^i (?:must|have to) decline\b|^i (?:decline|refuse) to (?:answer|help|assist)\b/i;

/** Returns true for a refusal, so that the page doesn't present it as an answer. */
export function readsAsRefusal(answer: string): boolean {
  const text = answer.trim().slice(0, 400);
  return REFUSAL.test(text) || DECLINED.test(text);
}
