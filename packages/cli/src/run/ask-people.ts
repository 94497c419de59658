import { type Debate, openWaits } from "@rostrum/runtime/api";
import { AbortError, ConfigError, clipLine, toOneLine } from "@rostrum/core/support";
import { listNotices, nameRound } from "@rostrum/core/export";
import type { Review, StoredEvent } from "@rostrum/core/protocol";
import type { DebateRecord } from "@rostrum/core/record";
import { askPerson } from "../terminal/prompt.ts";
import type { Output } from "../terminal/output.ts";
import { formatSummary } from "../report/lines.ts";

const MAX_POSITION_CHARS = 300;

type WaitingEvent = Extract<StoredEvent, { type: "debate.waiting" }>;

/**
 * Asks the person at the terminal for whatever a run is waiting for. Returns at once if an earlier process's wait is
 * over.
 */
export async function askPeople(
  panel: Debate,
  wait: WaitingEvent,
  record: DebateRecord,
  output: Output,
): Promise<void> {
  const { debateId: id } = wait;
  const open = openWaits(id, panel).some(
    (each) => each.for === wait.for && each.name === wait.name,
  );
  if (!open) return;
  // In round 0, people answer before they see others' answers, as every debater does.
  if (wait.for === "proceed" || wait.round > 0) showPositions(record, output);
  if (wait.for === "speak") return askToSpeak(panel, wait, output);
  const note = await askPerson(
    `${nameRound(wait.round)}: done. Enter: go on; or type a note to every member: `,
    output.io,
  );
  if (note === null) throw new AbortError("nobody let it go on");
  if (note !== "") await sendNote(panel, id, note, output);
  await panel.proceed(id);
}

async function askToSpeak(
  panel: Debate,
  { debateId, name = "", source }: WaitingEvent,
  output: Output,
): Promise<void> {
  const as = source === undefined || source === name ? "" : `, as ${toOneLine(source)}`;
  for (;;) {
    const words = await askPerson(`${toOneLine(name)}${as}, what do you say? `, output.io);
    if (words === null) throw new AbortError(`${name} said nothing`);
    if (words !== "") return panel.speak(debateId, name, words);
  }
}

async function sendNote(panel: Debate, id: string, note: string, { say }: Output): Promise<void> {
  try {
    await panel.say(id, { note });
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    say("no round follows, so nobody will read the note");
  }
}

/** Prints everybody's latest positions. */
function showPositions({ result }: DebateRecord, { say }: Output): void {
  const { rounds } = result;
  for (const { debater, answer, text } of rounds.at(-1)?.positions ?? []) {
    if (text !== "") say(`${toOneLine(debater)}: ${clipLine(answer ?? text, MAX_POSITION_CHARS)}`);
  }
}

/** Asks the person at the terminal for a review. Returns at once if an earlier process's wait is over. */
export async function askForReview(
  panel: Debate,
  id: string,
  record: DebateRecord,
  output: Output,
): Promise<void> {
  if (openWaits(id, panel).every((each) => each.for !== "review")) return;
  await panel.review(id, await askReview(record, output));
}

/** Shows what the panel disagrees about, and asks for a decision. */
export async function askReview(record: DebateRecord, output: Output): Promise<Review> {
  const { say, style, io } = output;
  for (const { title } of listNotices(record)) say(style.yellow(`! ${toOneLine(title)}`));
  for (const line of formatSummary(record, style)) say(line);
  const ask = async (prompt: string): Promise<string> => {
    const reply = await askPerson(prompt, io);
    if (reply === null) throw new AbortError("nobody reviewed it");
    return reply;
  };
  // Two questions, because an answer such as "C" or "reject" must not be read as a command.
  for (;;) {
    const reply = await ask("Is the leading answer right? [y]es or [n]o: ");
    if (/^y(es)?$/i.test(reply)) return { verdict: "confirm" };
    if (/^no?$/i.test(reply)) break;
  }
  const answer = await ask("Type the right answer, or only Enter to reject all: ");
  return answer === "" ? { verdict: "reject" } : { verdict: "correct", answer };
}
