import { oneLine, visible } from "../../export/index.ts";
import type { DebateEvent } from "../../protocol/events.ts";

/** The debaters' turns as one text that only grows, though they speak at the same time. */
export interface Turns {
  /** What there is to add after an event. */
  apply(event: DebateEvent): string;
}

interface Turn {
  title: string;
  /** Said, and not yet passed on. */
  pending: string;
  /** Something of it was passed on. */
  begun: boolean;
  /** Its text came in pieces. */
  streamed: boolean;
  done: boolean;
}

/**
 * One debater's text is sent as it arrives; the others follow when it is finished, in the order in which
 * they began. Every line that a model wrote is quoted, so that none of them can be mistaken for a heading,
 * another debater or the judge.
 */
export function createTurns(): Turns {
  const turns = new Map<string, Turn>();

  function turnOf(round: number, source: string): Turn {
    const key = `${round} ${source}`;
    const title =
      source === "judge" || source === "router" ? source : `${oneLine(source)}, round ${round}`;
    const turn = turns.get(key) ?? {
      title,
      pending: "",
      begun: false,
      streamed: false,
      done: false,
    };
    turns.set(key, turn);
    return turn;
  }

  function finish(round: number, source: string, text: string): void {
    const turn = turnOf(round, source);
    if (!turn.streamed) turn.pending = text;
    turn.done = true;
  }

  /** Passes on what can be passed on in order. */
  function flush(): string {
    let text = "";
    for (const [key, turn] of turns) {
      if (turn.pending !== "" || turn.done) {
        text += (turn.begun ? "" : `[${turn.title}]\n> `) + quoted(turn.pending);
        turn.begun = true;
        turn.pending = "";
      }
      if (!turn.done) break;
      text += "\n\n";
      turns.delete(key);
    }
    return text;
  }

  return {
    apply(event) {
      switch (event.type) {
        case "debate.delta": {
          const turn = turnOf(event.round, event.source);
          turn.pending += event.text;
          if (event.text !== "") turn.streamed = true;
          break;
        }
        case "debate.response":
          finish(event.round, event.debater, event.text);
          break;
        case "debate.debater_failed":
          finish(event.round, event.debater, "(no reply)");
          break;
        case "debate.routed":
          if (event.call) finish(0, "router", event.text);
          break;
        case "debate.synthesized":
          // The last event: texts that were cut off are over too.
          if (event.judgment !== undefined)
            finish(lastRound(turns, "judge"), "judge", event.judgment);
          for (const turn of turns.values()) turn.done = true;
          break;
        default:
          return "";
      }
      return flush();
    },
  };
}

/** What was said in the events of a debate. */
export function turnsOf(events: readonly DebateEvent[]): string {
  const turns = createTurns();
  return events.map((event) => turns.apply(event)).join("");
}

/** The round in which a source began to write; 0 if it has not. */
function lastRound(turns: ReadonlyMap<string, Turn>, source: string): number {
  const key = [...turns.keys()].find((each) => each.endsWith(` ${source}`));
  return key === undefined ? 0 : Number(key.split(" ")[0]);
}

function quoted(text: string): string {
  return visible(text).replaceAll("\n", "\n> ");
}
