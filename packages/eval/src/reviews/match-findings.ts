import { readObject } from "@rostrum/core/answers";
import {
  listSchema,
  objectSchema,
  fenceMark,
  fenceQuotes,
  NUMBER,
  prepareCall,
  QUOTED,
  type Member,
} from "@rostrum/core/debate";
import { resolveConfig, RunCancellation, createSecret } from "@rostrum/runtime/api";
import { callWithRetries } from "@rostrum/runtime/models";
import type { Finding, DebateConfig } from "@rostrum/core/protocol";

/** A model that says which findings report the defect that a fix removes. */
export interface FixMatcher {
  /** The id of its model. */
  model: string;
  /** Returns the indexes of the findings that report it; `null` if the model's reply is unusable. */
  match(
    fix: { title: string; change: string },
    findings: readonly Finding[],
    signal?: AbortSignal,
  ): Promise<{ places: number[] | null; costUsd: number | null }>;
}

const MATCHING =
  "You compare the findings of a code review with a fix that was made later. A finding matches the fix if it reports the " +
  "problem that the fix mends: whoever had acted on the finding would have mended it too. The same cause in other words " +
  "matches, and so does one of its symptoms where that leads to the cause. Another problem in the same lines doesn't " +
  `match, and neither does a remark that only names the same function. ${QUOTED}`;

const TASK =
  "Which of the numbered findings match the fix? None may. Reply with one JSON object and nothing else: " +
  '{"matches": [<numbers>]}';

const MATCHES_SCHEMA: object = objectSchema({ matches: listSchema(NUMBER) });

/** Uses the panel's judge or, if it has none, its first member. */
export function createFixMatcher(panel: DebateConfig<never>): FixMatcher {
  const { budget: _budget, tools: _tools, ...config } = panel;
  const resolved = resolveConfig(config);
  const member = { ...((resolved.judge ?? resolved.members[0]) as Member), tools: undefined };
  const secret = createSecret();
  return {
    model: member.model.id,
    async match({ title, change }, findings, signal) {
      if (findings.length === 0) return { places: [], costUsd: 0 };
      const items = findings.map(({ claim, also = [], quotes }) =>
        [claim, ...also, ...quotes.slice(0, 1).map(({ text }) => `It quotes: ${text}`)].join("\n"),
      );
      const step = `match_${title}`;
      const quotes = [
        { label: "fix", text: `${title}\n\n${change}` },
        ...items.map((text, index) => ({ label: `finding ${index + 1}`, text })),
      ];
      const fences = fenceQuotes(fenceMark({ secret: () => secret }, step), quotes);
      const task = {
        id: "matching",
        question: title,
        context: [],
        material: [],
        secret: () => secret,
      };
      const { request, pricing, mark } = prepareCall(
        { config: resolved, task, ports: { budget: null } },
        {
          member,
          role: "judge",
          step,
          round: 0,
          items,
          system: MATCHING,
          messages: [{ role: "user", content: [...fences, TASK].join("\n\n") }],
          reply: { schema: MATCHES_SCHEMA },
        },
      );
      const cancellation = new RunCancellation(signal ? [signal] : []);
      try {
        const { reply, costUsd } = await callWithRetries(
          { model: member.model, pricing },
          request,
          {
            retries: resolved.limits.retries,
            timeoutMs: () => resolved.limits.timeoutMs,
            cancellation,
            settle: () => undefined,
            reserveRetry: () => true,
            random: Math.random,
          },
        );
        const places = reply === null ? null : readMatches(reply.text, findings.length, mark);
        return { places, costUsd };
      } finally {
        cancellation.close();
      }
    },
  };
}

/** Reads `{"matches": [1, 3]}` as indexes. `null` if it is something else, or has an unknown number. */
function readMatches(text: string, count: number, mark: string): number[] | null {
  const { matches } = readObject(text, mark) ?? {};
  if (!Array.isArray(matches)) return null;
  const indexes = matches.map((number) => Number(number) - 1);
  const isShown = (index: number): boolean =>
    Number.isInteger(index) && index >= 0 && index < count;
  return indexes.every(isShown) ? [...new Set(indexes)] : null;
}
