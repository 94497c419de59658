import type { TestProject } from "vitest/node";
import { setUp } from "../browser/support/setup.ts";

export const setup = (project: TestProject): Promise<() => void> => setUp(project, "playground");
