/*
 * Random tests draw the same cases in every run, so that a failure is a change's and not an unlucky draw's.
 * `PROPERTY_SEED=7 npx vitest run …` draws others.
 */
import fc from "fast-check";

fc.configureGlobal({
  ...fc.readConfigureGlobal(),
  seed: Number(process.env["PROPERTY_SEED"] ?? 20_251_118),
});
