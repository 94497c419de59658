/** What a debate showed about how its panel agrees, without any text. */
export interface SeenDebate {
  /** The members of round 0 that were asked at once to begin with: whoever was asked later was chosen by their replies. */
  first: string[];
  /** By name, the group of equal answers of every member that replied in round 0; -1 where it could not be read. */
  groups: Record<string, number>;
}

/** How a panel agrees on the questions it is asked, next to how it agreed on its calibration rows. */
export interface ShiftReport {
  /** Fingerprint of the calibration that it was compared with. */
  calibration: string;
  /** This debate. */
  seen: SeenDebate;
  /** Debates that were compared, this one included. */
  debates: number;
  /** The two members that are watched most closely. */
  pair: [string, string];
  /** Debates and calibration rows in which both replied, and those in which they agreed. */
  since: AgreementCount;
  before: AgreementCount;
  /** The panel agrees differently from its calibration rows. `null`: nothing shows that it does. */
  alarm: ShiftAlarm | null;
}

/** How often two members agreed. */
export interface AgreementCount {
  both: number;
  agreed: number;
}

/** A panel agrees differently from its calibration rows. This doesn't say that it is worse. */
export interface ShiftAlarm {
  /** The number of debates after which it was raised. */
  at: number;
  /** Whose agreement raised it, and whether they agree less or more often. */
  pair: [string, string];
  way: "less" | "more";
  since: AgreementCount;
  before: AgreementCount;
  /** The share of panels that raise an alarm although nothing has changed, however often one looks. */
  falseAlarms: number;
  cause: ShiftCause;
}

/**
 * What explains the change best:
 * - `unknown`: nothing explains it clearly better than the calibration does
 * - `harder`, `easier`: the questions
 * - `replaced`: these members answer like another model
 * - `hostile`: these members are nearly always on their own
 * - `twins`: these two members give the same answers
 */
export interface ShiftCause {
  type: "unknown" | "harder" | "easier" | "replaced" | "hostile" | "twins";
  members: string[];
}
