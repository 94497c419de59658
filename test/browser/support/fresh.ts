let times = 0;

/** A word that nothing else on the site has, also when a test gets a second try. */
export const fresh = (word: string): string => `${word}${(times += 1)}`;
