import { z } from "zod";
import { HttpError } from "../http-error.ts";
import type { LearnedPanels } from "../panels/learned-panels.ts";
import type { PanelConfig } from "../options.ts";
import type { ConfigFor } from "../panels/request-config.ts";
import type { SavedPanels } from "../panels/saved-panels.ts";
import { learnedVersion, panelLearning } from "../schemas/answers.ts";
import { defineRoute, type ApiRoute } from "./route.ts";

export interface CalibrationRoutesOptions {
  learned: LearnedPanels;
  saved: Pick<SavedPanels, "named" | "offers">;
  configFor: ConfigFor;
}

const panelPath = z.object({ name: z.string().min(1).max(200) });

const calibrationRequest = z
  .strictObject({
    version: z
      .int()
      .min(1)
      .optional()
      .describe("An earlier version that becomes current again. Default: learn from the runs."),
  })
  .meta({ id: "CalibrationRequest" });

/** Routes for what panels learn from their own runs. */
export function createCalibrationRoutes({
  learned,
  saved,
  configFor,
}: CalibrationRoutesOptions): ApiRoute[] {
  async function findConfig(panel: string): Promise<PanelConfig> {
    if (await saved.offers(panel)) return configFor({ panel }, await saved.named({ panel }));
    throw new HttpError(404, "not_found", `there is no panel "${panel.slice(0, 80)}"`);
  }

  return [
    defineRoute("get", "/panels/{name}/calibration", {
      act: "operate",
      summary:
        "All versions of a panel's calibration, and how many more runs with a known answer it needs. Only for admins.",
      params: panelPath,
      answers: { 200: { description: "The versions, newest first.", schema: panelLearning } },
      failures: [404],
      handle: async ({ c, params: { name } }) =>
        c.json(await learned.describe(name, await findConfig(name))),
    }),
    defineRoute("post", "/panels/{name}/calibration", {
      act: "calibrate",
      summary:
        "Let a panel learn from its runs, or restore an earlier version. The next debate uses it; running debates keep their version. Only for admins.",
      params: panelPath,
      body: calibrationRequest,
      answers: { 200: { description: "The version in use.", schema: learnedVersion } },
      failures: [404, 409],
      async handle({ c, user, params: { name }, body: { version } }) {
        const config = await findConfig(name);
        const calibration =
          version === undefined
            ? await learned.learn(name, config, user.name)
            : await learned.restore(name, config, version, user.name);
        c.set("auditNote", `${name} version ${calibration.version}`);
        return c.json(calibration);
      },
    }),
  ];
}
