/** Names appear in prompts, events and terminals, so they are one short printable line. */
export const NAME_PATTERN: RegExp = /^[^\p{Cc}\p{Zl}\p{Zp}]{1,64}$/u;
