import type { Page } from "playwright-core";
import { axeFindings } from "./axe.ts";
import { createHand, type Hand } from "./count-clicks.ts";
import { openHash } from "./open-hash.ts";
import type { Site } from "./site.ts";

const WIDTHS = [1440, 768, 390] as const;

/** Something that people come to the page for. */
export interface Task {
  name: string;
  /** How often one has to press. */
  clicks: number;
  /** Where it begins. Debates of its own are started here. */
  from(site: Site, ids: Record<string, string>): string | Promise<string>;
  do(hand: Hand): Promise<void>;
}

interface TasksRun {
  /** The clicks of each task. */
  counts: Record<string, number>;
  /** What axe found, and what sticks out of the window. */
  found: string[];
}

/** Does one task after another, counts the clicks, and looks at the end of each at three widths. */
export async function runTasks(
  page: Page,
  site: Site,
  tasks: readonly Task[],
  ids: Record<string, string> = {},
): Promise<TasksRun> {
  const counts: Record<string, number> = {};
  const found: string[] = [];
  for (const [at, task] of tasks.entries()) {
    // The widths take turns: each is worked with, and looked at by axe, in a third of the tasks.
    const [own, other, last] = WIDTHS.map((_, turn) => WIDTHS[(at + turn) % WIDTHS.length] ?? 0);
    const look = (width = 0): Promise<void> => page.setViewportSize({ width, height: 900 });
    await look(own);
    await openHash(page, await task.from(site, ids));
    const hand = createHand(page);
    await task.do(hand);
    counts[task.name] = hand.count();
    for (const width of [own, last, other]) {
      await look(width);
      const beyond = await page.evaluate<number>(
        "document.documentElement.scrollWidth - innerWidth",
      );
      if (beyond > 0) found.push(`${task.name}: ${beyond} pixels wider than ${width}`);
    }
    found.push(...(await axeFindings(page)).map((finding) => `${task.name}: ${finding}`));
  }
  return { counts, found };
}
