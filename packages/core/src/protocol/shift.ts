/** Agreement in one debate, without any text. */
export interface SeenDebate {
  /** Members of round 0 in the first batch. Later members were selected based on their replies. */
  first: string[];
  /** Group of equal answers by name, for every member that replied in round 0. -1: unreadable. */
  groups: Record<string, number>;
}

/** Agreement of a panel on its questions, compared with its calibration rows. */
export interface ShiftReport {
  /** Fingerprint of the calibration. */
  calibration: string;
  /** This debate. */
  seen: SeenDebate;
  /** Number of debates in the comparison, including this one. */
  debates: number;
  /** The two members with the strongest evidence. */
  pair: [string, string];
  /** Counts over debates, and over calibration rows, in which both members replied. */
  since: AgreementCount;
  before: AgreementCount;
  /** Set if the agreement differs from the calibration rows. `null`: no evidence of a difference. */
  alarm: ShiftAlarm | null;
}

/** How often two members agreed. */
export interface AgreementCount {
  /** Number of debates, or of calibration rows, in which both members replied. */
  both: number;
  /** Number of these in which they gave the same answer. */
  agreed: number;
}

/** Agreement of a panel differs from its calibration rows. Doesn't mean that the panel got worse. */
export interface ShiftAlarm {
  /** Number of debates after which the alarm was raised. */
  at: number;
  /** Members whose agreement raised the alarm, and the direction of the change. */
  pair: [string, string];
  way: "less" | "more";
  since: AgreementCount;
  before: AgreementCount;
  /** Share of unchanged panels that ever raise an alarm, however often it is checked. */
  falseAlarms: number;
  cause: ShiftCause;
}

/**
 * Most likely cause of the change:
 * - `unknown`: nothing explains it clearly better than the calibration does
 * - `harder`, `easier`: the questions
 * - `replaced`: these members answer like another model
 * - `hostile`: these members nearly always disagree with all others
 * - `twins`: these two members give the same answers
 */
export interface ShiftCause {
  type: "unknown" | "harder" | "easier" | "replaced" | "hostile" | "twins";
  members: string[];
}
