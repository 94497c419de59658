/** A program with its tests. */
export interface TestedProgram {
  name: string;
  language: string;
  program: string;
  tests: string;
  /** Why its tests are unprotected although its language can be protected. */
  unprotected?: RegExp;
  /**
   * Set where a wrong program is not refuted. `unknown`: none of its tests ran. `ok`: it passes, and the result says that
   * its tests were unprotected. `ok or refuted`: the same, unless its tests begin before it has defined what they call.
   */
  verdict?: "unknown" | "ok" | "ok or refuted";
}
