import { readClaims, readMemo } from "../../answers/index.ts";
import { stepName } from "../../protocol/step-id.ts";
import type { Claim } from "../../protocol/open-questions.ts";
import { inquire, voters } from "../about-positions.ts";
import { quotingOf } from "../quoting/quoting-of.ts";
import type { ResolvedConfig } from "../resolved-config.ts";
import type { DebateState } from "../state.ts";
import { checkedClaims } from "./claims.ts";
import { checkedMemo, memoMaterial, type Decided } from "./memo.ts";
import { claimsTask, LISTING_CLAIMS, memoTask, WRITING_MEMO } from "./prompt.ts";

type Reporting = NonNullable<ResolvedConfig["report"]>;

/** Has the claims listed and the memo written, where the config asks for them. */
export async function writeReport(state: DebateState, decided: Decided): Promise<void> {
  const { report } = state.config;
  if (report === null || voters(state).length === 0) return;
  const claims = await listClaims(state, report);
  if (report.type === "memo") await writeMemo(state, report, decided, claims);
}

async function listClaims(state: DebateState, { member, max }: Reporting): Promise<Claim[]> {
  const { ports } = state;
  const { about, text, positions } = await inquire(state, {
    role: "claims",
    step: stepName({ role: "claims" }),
    round: ports.rounds.length,
    member: { ...member, name: "claims" },
    system: LISTING_CLAIMS,
    task: claimsTask(max),
    read: readClaims,
    expected: "one JSON object with the claims",
  });
  const found = text === null ? null : checkedClaims(text, positions, max);
  ports.emit({
    type: "debate.claims",
    claims: found?.claims ?? null,
    unaddressed: found?.unaddressed ?? [],
    unverified: found?.unverified ?? 0,
    ...(text !== null && found === null ? { error: "its reply lists no claims" } : {}),
    ...about,
  });
  return found?.claims ?? [];
}

async function writeMemo(
  state: DebateState,
  { member }: Reporting,
  decided: Decided,
  claims: readonly Claim[],
): Promise<void> {
  const { ports } = state;
  const { about, text, positions } = await inquire(state, {
    role: "memo",
    step: stepName({ role: "memo" }),
    round: ports.rounds.length,
    member: { ...member, name: "memo" },
    system: WRITING_MEMO,
    task: memoTask(decided.settled),
    more: memoMaterial(decided, claims),
    labelOf: (debater) => debater,
    read: readMemo,
    expected: "one JSON object with the memo",
  });
  const found =
    text === null ? null : checkedMemo(text, positions, decided, quotingOf(state, new Map()));
  ports.emit({
    type: "debate.memo",
    memo: found?.memo ?? null,
    unverified: found?.unverified ?? 0,
    ...(text !== null && found === null ? { error: "its reply has no recommendation" } : {}),
    ...about,
  });
}
