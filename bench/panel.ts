/** The question, and three debaters that every row of the table calls in the same way. */
export const QUESTION =
  "A train covers 180 km. It drives for two hours and stands still for half an hour on the way. " +
  "What is its average speed over the whole journey, in km/h?";

/** Blind round 0 and two revisions: nine calls. */
export const ROUNDS = 3;

export interface Call {
  round: number;
}

/** Every call composes its reply, about 300 characters, as a client does that unpacks a response. */
function createDebaters(
  right: string,
  /** What the third one answers at first, so that there is something to cluster, and in the last round. */
  [wrong, corrected]: readonly [string, string],
): readonly ((call: Call) => Promise<string>)[] {
  return [
    async ({ round }) =>
      JSON.stringify({
        reasoning:
          `In round ${round} I went through the figures step by step: the train covers 180 km in two ` +
          "and a half hours, so its average speed is the distance divided by the time. Dividing 180 " +
          "by 2.5 gives 72, and the unit is kilometres per hour. Leaving out the stop would answer " +
          "another question.",
        answer: right,
        confidence: 0.8,
      }),
    async ({ round }) =>
      [
        `Round ${round}: the distance is 180 km, and the time with the stop is 2.5 hours, so the ` +
          "average over the whole journey is 180 / 2.5. One might leave the stop out, but the " +
          "question asks for the whole journey, and the stop is a part of it like any other.",
        `Answer: ${right}`,
        "Confidence: 0.75",
      ].join("\n"),
    async ({ round }) =>
      [
        `The stop is not counted as driving in round ${round}. The train drives for two hours and ` +
          "covers 180 km in them, hence 180 divided by 2. I looked at the other arguments and asked " +
          "myself whether standing still belongs to the journey, which decides the matter.",
        `Answer: ${round < 2 ? wrong : corrected}`,
        "Confidence: 60%",
      ].join("\n"),
  ];
}

export const debaters: ReturnType<typeof createDebaters> = createDebaters("72", [
  "90 km/h",
  "72 km/h",
]);

/** The same panel with answers in words. */
export const wordDebaters: typeof debaters = createDebaters("The stop counts", [
  "only the driving time",
  "the stop counts.",
]);

/** The floor: the same calls with the same barriers, and nothing else. */
export async function bareCalls(): Promise<string[][]> {
  const rounds: string[][] = [];
  for (let round = 0; round < ROUNDS; round++) {
    rounds.push(await Promise.all(debaters.map((debater) => debater({ round }))));
  }
  return rounds;
}
