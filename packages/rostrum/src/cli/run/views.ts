import { visibleJson } from "../../export/index.ts";
import { liveView } from "../live/live-view.ts";
import { plainView } from "../live/plain-view.ts";
import { NO_VIEW, type View } from "../live/view.ts";
import type { Output } from "../terminal/output.ts";
import type { AskFlags } from "./task.ts";

/** How progress is shown on stderr: drawn in a terminal, as lines elsewhere. */
export function progressView({ quiet, plain, events }: AskFlags, { say, style, io }: Output): View {
  const { stderr, stdout } = io;
  // Events and the live view would overwrite each other in one terminal.
  if (quiet || (events && stdout.isTTY)) return NO_VIEW;
  const drawn = stderr.isTTY === true && process.env["TERM"] !== "dumb" && plain !== true;
  return drawn ? liveView(stderr, style) : plainView((line) => say(style.dim(line)));
}

/** Every event as a line of JSON. */
export function eventLines({ print }: Output): View {
  return { ...NO_VIEW, event: (event) => print(`${visibleJson(event)}\n`) };
}
