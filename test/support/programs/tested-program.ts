/** A program with its tests. */
export interface TestedProgram {
  name: string;
  language: string;
  program: string;
  tests: string;
  /** Why its tests are unprotected although its language can be protected. */
  unprotected?: RegExp;
  /** Set where a wrong program is neither verified nor refuted: none of its tests ran. */
  verdict?: "unknown";
}
