import { resolveConfig } from "@rostrum/runtime/api";
import type { CertifyOptions } from "@rostrum/eval/learning";
import { checkCalibration } from "@rostrum/core/options";
import { omitUndefined } from "@rostrum/core/support";
import type {
  Calibration,
  Certificate,
  LearnedVersion,
  PanelLearning,
} from "@rostrum/core/protocol";
import type { RunStore, ServiceStore, StoredCalibration } from "@rostrum/runtime/journal";
import { HttpError, toHttpError } from "../http-error.ts";
import { applyLearned, findCalibratedRules, type Learned } from "./apply-learned.ts";
import type { PanelRequest } from "../schemas/debate-request.ts";
import type { PanelConfig } from "../options.ts";
import type { ConfigFor } from "./request-config.ts";

type LearnedSummary = Omit<LearnedVersion, "version" | "by" | "at">;

/** Calibrations that panels learn from their own runs. Servers on one journal share them. */
export interface LearnedPanels {
  /**
   * Current calibration of the panel that a request names; `undefined` if it has learned nothing, its rules use no
   * calibration, or the request names debaters.
   */
  current(
    request: Pick<PanelRequest, "panel" | "debaters">,
    saved?: PanelRequest,
  ): Promise<Learned | undefined>;
  /** Returns one version, for a debate that began with it. */
  find(panel: string, version: number): Promise<Learned | undefined>;
  list(panel: string): Promise<LearnedVersion[]>;
  describe(panel: string, config: PanelConfig): Promise<PanelLearning>;
  /** Learns from the panel's runs. The next debate uses the result. */
  learn(panel: string, config: PanelConfig, by: string | null): Promise<LearnedVersion>;
  /** Makes an earlier version current again, as a new version. */
  restore(
    panel: string,
    config: PanelConfig,
    version: number,
    by: string | null,
  ): Promise<LearnedVersion>;
}

/** More rows add little, and calibrating on them would keep other requests waiting. */
const MAX_RUNS = 1000;

type Store = Pick<ServiceStore, "addCalibration" | "findCalibration" | "listCalibrations">;

export function createLearnedPanels(
  store: Store,
  journal: Pick<RunStore, "list" | "eventsFrom">,
  configFor: ConfigFor,
): LearnedPanels {
  async function find(panel: string, version?: number): Promise<Learned | undefined> {
    const row = await store.findCalibration(panel, version);
    return row && readLearned(row);
  }

  async function add(
    panel: string,
    about: LearnedSummary,
    { calibration, certificate }: Omit<Learned, "version">,
    by: string | null,
  ): Promise<LearnedVersion> {
    const body = JSON.stringify(omitUndefined({ calibration, certificate }));
    const { version, at } = await store.addCalibration({
      ...{ panel, body, by },
      about: JSON.stringify(about),
    });
    return { ...about, version, by, at };
  }

  async function list(panel: string): Promise<LearnedVersion[]> {
    return (await store.listCalibrations(panel)).flatMap((row) => readVersion(row) ?? []);
  }

  const current: LearnedPanels["current"] = async ({ panel, debaters }, saved) => {
    if (panel === undefined || debaters !== undefined) return undefined;
    return findCalibratedRules(configFor({ panel }, saved)) === null ? undefined : find(panel);
  };

  return {
    current,
    find,
    list,
    async describe(panel, config) {
      const { listMissingRows, readRuns } = await import("@rostrum/eval/learning");
      const runs = await readRuns(journal, listMembers(config), {
        panelName: panel,
        most: MAX_RUNS,
      });
      const labelledCount = runs.filter(({ labelled }) => labelled !== null).length;
      return {
        uses: findCalibratedRules(config) !== null,
        runs: runs.length,
        known: labelledCount,
        missing: listMissingRows(labelledCount),
        versions: await list(panel),
      };
    },
    async learn(panel, config, by) {
      const rules = findCalibratedRules(config);
      if (rules === null) throw noCalibratedRule(panel);
      const { calibrate, certify, learnableRows, listMilestones, readRuns } =
        await import("@rostrum/eval/learning");
      const members = listMembers(config);
      const runs = await readRuns(journal, members, { panelName: panel, most: MAX_RUNS });
      const learnable = learnableRows(runs);
      if (learnable.length === 0) throw nothingToLearn(members);
      const calibration = calibrate(learnable, {
        source: `runs of the panel ${panel}`,
        ...omitUndefined({ answer: config.answer }),
      });
      const rows = calibration.about?.rows ?? 0;
      if (rows === 0) throw nothingToLearn(members);
      const { poll, decide } = rules;
      const currentCalibration =
        (await find(panel))?.calibration ?? poll?.calibration ?? decide?.calibration;
      if (
        calibration.unlabelled &&
        currentCalibration !== undefined &&
        !currentCalibration.unlabelled
      )
        throw tooFewLabels();
      const terms = calibration.unlabelled ? undefined : poll?.certificate;
      const certificate = terms && certify(calibration, readTerms(terms));
      const learned = omitUndefined({ calibration, certificate });
      checkUse(config, learned);
      const summary: LearnedSummary = {
        rows,
        unlabelled: calibration.unlabelled === true,
        milestones: calibration.unlabelled ? [] : listMilestones(calibration),
      };
      return add(panel, summary, learned, by);
    },
    async restore(panel, config, version, by) {
      const row = await store.findCalibration(panel, version);
      const [about, learned] = row ? [readVersion(row), readLearned(row)] : [null, undefined];
      if (!about || !learned) {
        const message = `expected an earlier version of the calibration of "${panel}", got ${version}`;
        throw new HttpError(404, "not_found", message, { field: "version" });
      }
      checkUse(config, learned);
      const { rows, unlabelled, milestones } = about;
      return add(panel, { rows, unlabelled, milestones, copyOf: version }, learned, by);
    },
  };
}

function listMembers(config: PanelConfig): string[] {
  return resolveConfig(config).members.map(({ name }) => name);
}

/** Terms of a certificate, to certify other rows with. */
function readTerms(certificate: Certificate): CertifyOptions {
  const { alpha, mode, promise, delta } = certificate;
  if (certificate.threshold === null) return { alpha, mode, promise, delta };
  const { first, batch, costs } = certificate;
  return omitUndefined({ alpha, mode, promise, delta, first, batch, costs: costs ?? undefined });
}

/** Checks that the panel can run with the calibration: with stakes, for example, it needs labelled answers. */
function checkUse(config: PanelConfig, learned: Omit<Learned, "version">): void {
  try {
    resolveConfig(applyLearned(config, learned));
  } catch (error) {
    throw new HttpError(409, "not_usable", toHttpError(error).message);
  }
}

/**
 * Returns `undefined` if the stored value is not a calibration. Anybody with access to the journal can write to it.
 */
function readLearned({ version, body }: StoredCalibration): Learned | undefined {
  try {
    const { calibration, certificate } = Object(JSON.parse(body)) as Partial<Learned>;
    checkCalibration(calibration, "calibration");
    return omitUndefined({
      version,
      calibration: calibration as Calibration,
      certificate,
    });
  } catch {
    return undefined;
  }
}

function readVersion({
  version,
  about,
  by,
  at,
}: Omit<StoredCalibration, "body">): LearnedVersion | null {
  try {
    const read = Object(JSON.parse(about)) as Partial<LearnedSummary>;
    const { rows = 0, unlabelled = false, milestones = [], copyOf } = read;
    return omitUndefined({ version, by, at, rows, unlabelled, milestones, copyOf });
  } catch {
    return null;
  }
}

function noCalibratedRule(panel: string): HttpError {
  const message = `expected a panel with poll: sequential or decide: posterior, got "${panel}" without either: it has no use for a calibration`;
  return new HttpError(409, "no_calibrated_rule", message);
}

function nothingToLearn(members: readonly string[]): HttpError {
  const message = `expected completed runs of ${members.join(", ")} in the journal, got none that can be read`;
  return new HttpError(409, "nothing_to_learn", message);
}

function tooFewLabels(): HttpError {
  const message =
    "expected at least 30 runs with a known answer, because the panel has a calibration from known answers. Record the outcome of more of its debates";
  return new HttpError(409, "too_few_known", message);
}
