import { render } from "preact";
import { fold } from "@rostrum/core/record";
import { clipLine } from "@rostrum/core/support";
import { restoreTheme } from "./parts/theme.ts";
import type { SharedFile } from "./share/embed-events.ts";
import { SharedApp } from "./share/shared-app.tsx";
import "./style/index.css";

restoreTheme();
const text = document.querySelector("#events")?.textContent ?? "[]";
const shared = JSON.parse(text) as SharedFile;
const shown =
  "record" in shared ? { events: [], ...shared } : { events: shared, record: fold(shared) };
document.title = `${clipLine(shown.record.result.question, 60)} · rostrum`;
render(<SharedApp {...shown} />, document.body);
