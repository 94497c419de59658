/** Languages whose tests can be run. */
export const LANGUAGE_NAMES = ["python", "javascript", "ruby", "perl", "bash"] as const;

export type LanguageName = (typeof LANGUAGE_NAMES)[number];
