import type { DebateConfig } from "../../../packages/rostrum/src/index.ts";
import { AT_ONCE, speaker, type Line, type Pace } from "./speaker.ts";

/** One that was asked, in the words people use. */
export const QUESTION = "Which planet of the Solar System has the longest day?";

const venus = (says: string, sure: number): Line => ({ says, answer: "Venus", sure });
const mercury = (says: string, sure: number, because?: string): Line => ({
  says,
  answer: "Mercury",
  sure,
  ...(because === undefined ? {} : { because }),
});

const ADA = [
  venus(
    "Venus turns once in **243 Earth days**, more slowly than any other planet. Nothing else comes near: Mercury needs 59 days, Mars about one.",
    0.9,
  ),
  venus(
    "One peer speaks of the time from noon to noon. I read *day* as one turn of the planet; by that Venus leads with 243 days against 59.",
    0.7,
  ),
  mercury(
    "Two meanings are in play:\n\n- one turn: Venus 243 d, Mercury 59 d\n- noon to noon: Venus 117 d, Mercury **176 d**\n\nThe question says *day*, and people mean sunrise to sunrise by it. By that, Mercury.",
    0.75,
    "A day is what passes from one sunrise to the next, and there Mercury needs 176 days against 117.",
  ),
];
const BOOLE = [
  venus(
    "Venus. It rotates backwards, once in 243 days, which is longer than its year of 225 days.",
    0.85,
  ),
  venus(
    "The rotation of Venus is the slowest there is. I see the argument about solar days, and I don't think the question asks for them.",
    0.8,
  ),
];
const CURIE = [
  mercury(
    "A day is the time from noon to noon. Mercury turns three times in two of its years, so that one day lasts **two years: 176 Earth days**. On Venus it is 117.\n\n`1 / (1/58.65 − 1/87.97) ≈ 176`",
    0.8,
  ),
];
const DARWIN = [
  venus("Venus, with 243 days for one rotation.", 0.6),
  mercury(
    "I had taken the rotation for the day. Counted from noon to noon, Venus has 117 days, since it turns against its orbit, and Mercury has 176.",
    0.85,
    "The rotation period isn't the day: Venus turns backwards, so that its noon returns after 117 days.",
  ),
];
const EULER = [
  {
    says: "The giants turn fast and the inner planets slowly; of those I would take the one nearest to the Sun, whose turning is locked to its year.",
    answer: "Mercury",
    sure: 0.5,
  },
  mercury(
    "The figures given by a peer bear it out: 176 days from noon to noon, against 117 for Venus.",
    0.7,
  ),
];
const JUDGE = [
  mercury(
    "The panel differs about a word, not about the figures. Taken as the time from noon to noon, which is what *day* means where it isn't qualified, the longest is Mercury's, 176 Earth days. Taken as one rotation it would be Venus, 243 days.",
    0.8,
  ),
];

/** Five debaters and a judge; two change their minds, one dissents to the end. */
export function planets(pace: Pace = AT_ONCE): DebateConfig {
  return {
    debaters: [
      speaker("ada", ADA, pace),
      speaker("boole", BOOLE, pace),
      speaker("curie", CURIE, pace),
      speaker("darwin", DARWIN, pace),
      speaker("euler", EULER, pace),
    ],
    judge: speaker("judge", JUDGE, pace),
    rounds: 2,
    revise: "everyone",
    stop: "unanimous",
  };
}

/** Three, of whom two change over: short enough to be watched. */
export function trio(pace: Pace = AT_ONCE): DebateConfig {
  return {
    debaters: [
      speaker("boole", BOOLE, pace),
      speaker("curie", CURIE, pace),
      speaker("darwin", DARWIN, pace),
    ],
    rounds: 1,
    revise: "everyone",
  };
}

/** Three who can't agree: a person must say. One of them also fails at first. */
export function divided(): DebateConfig {
  const says = (answer: string, why: string): Line => ({ says: why, answer, sure: 0.6 });
  return {
    debaters: [
      speaker("north", [
        says(
          "Keep it",
          "The contract runs to the end of the year, and leaving early costs more than staying.",
        ),
      ]),
      speaker("south", [
        new Error("the provider timed out"),
        says("Leave now", "Every further month binds us more: the fee is lost either way."),
      ]),
      speaker("west", [
        says("Renegotiate", "Both sides gain from a lower volume; ask before deciding."),
      ]),
    ],
    rounds: 1,
    answer: "exact",
    onEscalate: "wait",
    limits: { retries: 0 },
  };
}

/** Four who answer in prose, and a comparer that puts two of them together by mistake. */
export function wordy(): DebateConfig {
  const says = (answer: string): Line => ({ says: answer, answer, sure: 0.7 });
  return {
    debaters: [
      speaker("ada", [says("Keep everything in Postgres, the team knows it")]),
      speaker("boole", [says("PostgreSQL remains the right home for this data")]),
      speaker("curie", [says("Stick with the relational store they already run")]),
      speaker("darwin", [says("Adopt a managed document database such as Dynamo")]),
    ],
    rounds: 0,
    answer: "text",
    compare: () =>
      '{"groups": [{"items": [1, 2], "label": "stay on <b>Postgres</b>"}, {"items": [3, 4], "label": "change the store"}]}',
    onEscalate: "wait",
  };
}
