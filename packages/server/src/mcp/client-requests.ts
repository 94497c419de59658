import {
  CLIENT_CAPABILITIES_META_KEY,
  inputRequired,
  type ClientCapabilities,
  type ElicitRequestFormParams,
  type InputRequests,
  type McpServer,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { clipLine, toOneLine, isPlainObject } from "@rostrum/core/support";

import type { OpenWait } from "@rostrum/core/protocol";
import type { McpRun } from "./host.ts";

/** Returns true if the client can ask its user. Clients declare that at the start or with every request. */
export function canElicit({ server }: McpServer, { mcpReq }: ServerContext): boolean {
  const envelope = mcpReq.envelope as Record<string, ClientCapabilities> | undefined;
  const capabilities = envelope?.[CLIENT_CAPABILITIES_META_KEY] ?? server.getClientCapabilities();
  return capabilities?.elicitation !== undefined;
}

const SPEAK_PREFIX = "speak_";

/** Lists people whose reply the debate waits for. */
export function listSpeakers({ record, own, over }: McpRun): OpenWait[] {
  if (!own || over) return [];
  return record().waits.filter((wait) => wait.for === "speak");
}

/**
 * Collects requests for the replies that a debate waits for. They go back with the result of a tool call; clients of
 * the 2026 revision send the replies with the next try of the same call.
 */
export function collectElicitations(run: McpRun): InputRequests {
  return Object.fromEntries(
    listSpeakers(run).map((wait) => [
      SPEAK_PREFIX + wait.name,
      inputRequired.elicit(writeElicitation(run, wait)),
    ]),
  );
}

/**
 * Takes the replies that a client of the 2026 revision sent with a repeated call. Returns true if a person declined.
 */
export async function takeResponses(run: McpRun, { mcpReq }: ServerContext): Promise<boolean> {
  let declined = false;
  if (!run.own) return declined;
  for (const [key, response] of Object.entries(mcpReq.inputResponses ?? {})) {
    if (!key.startsWith(SPEAK_PREFIX)) continue;
    const words = readWords(response);
    if (words === null) declined = true;
    else await run.speak(key.slice(SPEAK_PREFIX.length), words);
  }
  return declined;
}

/** Time for a person to answer. */
const ELICIT_TIMEOUT_MS = 3_600_000;

/** Asks the user of a client of the 2025 revisions. Returns false if they declined. */
export async function sendElicitation(
  run: McpRun,
  wait: OpenWait,
  { mcpReq }: ServerContext,
): Promise<boolean> {
  const options = { signal: mcpReq.signal, timeout: ELICIT_TIMEOUT_MS };
  const words = readWords(await mcpReq.elicitInput(writeElicitation(run, wait), options));
  if (words === null) return false;
  await run.speak(wait.name ?? "", words);
  return true;
}

const MAX_SHOWN_CHARS = 300;

function writeElicitation(
  run: McpRun,
  { name = "", source, round }: OpenWait,
): ElicitRequestFormParams {
  const { result } = run.record();
  // In round 0 a person answers before they read the others, as every debater does.
  const lastPositions = round > 0 ? (result.rounds.at(-1)?.positions ?? []) : [];
  const otherPositions = lastPositions.filter(
    ({ text, debater }) => text !== "" && debater !== source,
  );
  const as = source === undefined || source === name ? "" : `, as ${toOneLine(source)}`;
  return {
    message: [
      `${toOneLine(name)}${as}, what do you say? ${clipLine(result.question, 2000)}`,
      ...otherPositions.map(
        ({ debater, answer, text }) =>
          `${toOneLine(debater)}: ${clipLine(answer ?? text, MAX_SHOWN_CHARS)}`,
      ),
    ].join("\n"),
    requestedSchema: {
      type: "object",
      properties: { words: { type: "string", title: "Your answer" } },
      required: ["words"],
    },
  };
}

/** Reply of a person; null if they declined. */
function readWords(response: unknown): string | null {
  const { action, content } = Object(response) as { action?: unknown; content?: unknown };
  const words = isPlainObject(content) ? content["words"] : undefined;
  return action === "accept" && typeof words === "string" && words.trim() !== "" ? words : null;
}
