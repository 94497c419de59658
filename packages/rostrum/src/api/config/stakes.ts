import type { ResolvedConfig } from "../../debate/resolved-config.ts";
import { strangersTo } from "../../decide/index.ts";
import { ConfigError } from "../../errors.ts";
import { modelsOf } from "../../debate/callers.ts";
import { callCost } from "../../debate/call-costs.ts";

/** More than any belief: without a certified threshold nothing is sure. */
const UNREACHABLE = 2;

/** A certificate sets how the poll asks: what was certified is what happens. */
export function certifiedPoll(poll: ResolvedConfig["poll"]): ResolvedConfig["poll"] {
  if (poll === null || typeof poll === "function" || poll.type !== "sequential") return poll;
  const { certificate, calibration } = poll;
  if (certificate === undefined) return poll;
  if (calibration === undefined) {
    throw new ConfigError(
      "poll.calibration",
      "expected the calibration that the certificate was made from, got nothing",
    );
  }
  if (certificate.threshold === null) return { ...poll, target: UNREACHABLE };
  const { threshold, first, batch, kinds } = certificate;
  return {
    ...poll,
    target: threshold,
    first,
    batch,
    calibration: kinds === undefined ? calibration : { ...calibration, kinds },
  };
}

/** Stakes need to know how likely each answer is right and what each call costs. */
export function checkStakes(resolved: ResolvedConfig): void {
  const { stakes, poll, members, decide } = resolved;
  if (stakes === null) return;
  if (poll === null || typeof poll === "function" || poll.type !== "sequential") {
    throw new ConfigError(
      "stakes",
      "expected `poll: sequential({ calibration })` next to it, got another poll. Make a calibration with rostrum calibrate",
    );
  }
  const { calibration } = poll;
  if (calibration === undefined) {
    throw new ConfigError(
      "stakes",
      "expected a calibration in `poll: sequential({ calibration })`, got none. Make one with rostrum calibrate",
    );
  }
  if (Object.values(calibration.kinds).every(({ replay }) => replay === undefined)) {
    throw new ConfigError(
      "stakes",
      "expected a calibration that holds its rows, got one without them. Make it again with rostrum calibrate",
    );
  }
  const names = members.map(({ name }) => name);
  const { unknown, known } = strangersTo(calibration, names);
  if (unknown.length === names.length) {
    throw new ConfigError(
      "stakes",
      `expected a calibration that knows the debaters (${names.join(", ")}), got one for ${known.join(", ") || "nobody"}. ` +
        "Name the debaters as in its rows, or calibrate again",
    );
  }
  if (typeof decide === "function" || decide.type !== "posterior") {
    throw new ConfigError(
      "stakes",
      "expected `decide: posterior`, the default of a sequential poll, got another rule, whose chance of error is not known",
    );
  }
  const unpriced = members.find(
    (member) =>
      callCost(member, {}, 1) === null || modelsOf(member).some(({ pricing }) => pricing === null),
  );
  if (unpriced) {
    throw new ConfigError(
      "stakes",
      `expected a known price for every debater, got none for ${unpriced.name} (${unpriced.model.id}). Give it a \`price\``,
    );
  }
}
