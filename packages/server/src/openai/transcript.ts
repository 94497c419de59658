import type { DebateEvent, StoredEvent } from "@rostrum/core/protocol";
import { nameRound } from "@rostrum/core/export";
import { escapeInvisible, toOneLine } from "@rostrum/core/support";

interface Turn {
  title: string;
  /** Text that is not passed on yet. */
  pending: string;
  /** True once the title and the first text were passed on. */
  hasStarted: boolean;
  /** True if the text came in pieces. */
  streamed: boolean;
  done: boolean;
}

/**
 * Merges the debaters' turns into one text that only grows, although they write at the same time. Returns what each
 * event adds. One debater's text is sent as it arrives; the others follow when it is finished, in the order in which
 * they began. Every line that a model wrote is quoted, so that none can be mistaken for a heading, another debater or
 * the judge. If a person may have to release the verdict, the judge's text comes only after that.
 */
export function createTranscript(): (event: DebateEvent) => string {
  const turns = new Map<string, Turn>();
  let isVerdictHeld = false;
  let heldVerdict: StoredEvent | null = null;

  function findTurn(round: number, source: string): Turn {
    const key = `${round} ${source}`;
    const title = formatTitle(round, source);
    const fresh = { title, pending: "", hasStarted: false, streamed: false, done: false };
    const turn = turns.get(key) ?? fresh;
    turns.set(key, turn);
    return turn;
  }

  /** Returns the text that can be passed on in order. */
  function flush(): string {
    let text = "";
    for (const [key, turn] of turns) {
      if (turn.pending !== "" || turn.done) {
        text += turn.hasStarted ? "" : `[${turn.title}]\n> `;
        text += escapeInvisible(turn.pending).replaceAll("\n", "\n> ");
        turn.hasStarted = true;
        turn.pending = "";
      }
      if (!turn.done) break;
      text += "\n\n";
      turns.delete(key);
    }
    return text;
  }

  function addEvent(event: DebateEvent): string {
    if (event.type === "debate.delta") {
      const turn = findTurn(event.round, event.source);
      // Text that was passed on can't be taken back.
      if (event.isNew) turn.pending = turn.hasStarted ? `${turn.pending} …\n\n` : "";
      turn.pending += event.text;
      if (event.text !== "") turn.streamed = true;
      return flush();
    }
    const reply = readReply(event);
    if (reply) {
      // The event doesn't name the judge's round. If the text was streamed, its pieces did.
      const round = reply.source === "judge" ? findRound(turns, "judge") : reply.round;
      const turn = findTurn(round, reply.source);
      if (!turn.streamed) turn.pending = reply.text;
      turn.done = true;
    }
    // The last event: texts that were cut off are over too.
    if (event.type === "debate.synthesized") for (const turn of turns.values()) turn.done = true;
    return flush();
  }

  return (event) => {
    if (event.type === "debate.started") isVerdictHeld = event.onEscalate === "wait";
    if (isVerdictHeld && event.type === "debate.delta" && event.source === "judge") return "";
    if (isVerdictHeld && event.type === "debate.synthesized") {
      heldVerdict = event;
      const { judgment: _judgment, ...rest } = event;
      return addEvent(rest);
    }
    if (heldVerdict === null || !RELEASES_VERDICT.has(event.type)) return addEvent(event);
    const verdict = addEvent(heldVerdict);
    heldVerdict = null;
    return verdict + addEvent(event);
  };
}

const RELEASES_VERDICT: ReadonlySet<DebateEvent["type"]> = new Set([
  "debate.reviewed",
  "debate.completed",
]);

interface Reply {
  round: number;
  source: string;
  text: string;
}

/** The reply that an event reports; `null` if it reports none. */
function readReply(event: StoredEvent): Reply | null {
  switch (event.type) {
    case "debate.response":
      return { round: event.round, source: event.debater, text: event.text };
    case "debate.debater_failed":
      return { round: event.round, source: event.debater, text: "(no reply)" };
    case "debate.debater_cancelled":
      return { round: event.round, source: event.debater, text: "(not waited for)" };
    case "debate.routed":
      return event.calls.length > 0 ? { round: 0, source: "router", text: event.text } : null;
    case "debate.synthesized":
      return event.judgment === undefined
        ? null
        : { round: 0, source: "judge", text: event.judgment };
    default:
      return null;
  }
}

function formatTitle(round: number, source: string): string {
  return source === "judge" || source === "router"
    ? source
    : `${toOneLine(source)}, ${nameRound(round)}`;
}

/** Formats the transcript of a debate's stored events. */
export function formatTranscript(events: readonly StoredEvent[]): string {
  return events.map(createTranscript()).join("");
}

/** The round in which a source began to write; 0 if it has not. */
function findRound(turns: ReadonlyMap<string, Turn>, source: string): number {
  const key = [...turns.keys()].find((turnKey) => turnKey.endsWith(` ${source}`));
  return key === undefined ? 0 : Number(key.split(" ")[0]);
}
