import { stepName } from "../../protocol/step-id.ts";
import { inquire, listVotes } from "../about-positions.ts";
import type { ResolvedConfig } from "../resolved-config.ts";
import type { DebateState } from "../state.ts";
import { checkClaims, type CheckedClaims } from "./claims.ts";
import { checkMemo, listMemoMaterial, type Decided } from "./memo.ts";
import {
  CLAIMS_SCHEMA,
  claimsTask,
  LISTING_CLAIMS,
  memoSchema,
  memoTask,
  WRITING_MEMO,
} from "./prompt.ts";

type Reporting = NonNullable<ResolvedConfig["report"]>;

/** Has the claims listed and the memo written, where the config asks for them. */
export async function writeReport(state: DebateState, decided: Decided): Promise<void> {
  const { report } = state.config;
  if (report === null || listVotes(state).length === 0) return;
  const listed = await listClaims(state, report);
  if (report.type === "memo") await writeMemo(state, report, decided, listed);
}

type Listed = Pick<CheckedClaims, "claims" | "unaddressed">;

async function listClaims(state: DebateState, { member, max }: Reporting): Promise<Listed> {
  const { ports } = state;
  const {
    about,
    value: found,
    unusable,
  } = await inquire(state, {
    role: "claims",
    step: stepName({ role: "claims" }),
    round: ports.rounds.length,
    member: { ...member, name: "claims" },
    system: LISTING_CLAIMS,
    task: claimsTask(max),
    schema: CLAIMS_SCHEMA,
    read: (text, positions, mark) => checkClaims(text, positions, max, mark),
    expected: "one JSON object with the claims",
  });
  ports.emit({
    type: "debate.claims",
    claims: found?.claims ?? null,
    unaddressed: found?.unaddressed ?? [],
    failedQuotes: found?.failedQuotes ?? [],
    ...(unusable ? { error: "its reply lists no claims" } : {}),
    ...about,
  });
  return found ?? { claims: [], unaddressed: [] };
}

async function writeMemo(
  state: DebateState,
  { member }: Reporting,
  decided: Decided,
  listed: Listed,
): Promise<void> {
  const { ports } = state;
  const {
    about,
    value: memo,
    unusable,
  } = await inquire(state, {
    role: "memo",
    step: stepName({ role: "memo" }),
    round: ports.rounds.length,
    member: { ...member, name: "memo" },
    system: WRITING_MEMO,
    task: memoTask(decided.settled),
    more: listMemoMaterial(decided, listed),
    labelFor: (debater) => debater,
    // The claims have the words that matter: the whole texts are shown once, not twice.
    ...(listed.claims.length > 0
      ? { textFor: (position) => position.answer ?? position.text }
      : {}),
    schema: memoSchema(decided.settled),
    read: (text, positions, mark) => checkMemo(text, positions, decided, mark),
    expected: "one JSON object with the memo",
  });
  ports.emit({
    type: "debate.memo",
    memo,
    ...(unusable ? { error: "its reply has no recommendation" } : {}),
    ...about,
  });
}
