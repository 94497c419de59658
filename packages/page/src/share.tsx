import { render } from "preact";
import type { StoredEvent } from "@rostrum/core/protocol";
import { clipLine } from "@rostrum/core/support";
import { restoreTheme } from "./parts/theme.ts";
import { SharedApp } from "./share/shared-app.tsx";
import "./style/index.css";

restoreTheme();
const events = JSON.parse(document.querySelector("#events")?.textContent ?? "[]") as StoredEvent[];
const [first] = events;
if (first?.type === "debate.started") document.title = `${clipLine(first.question, 60)} · rostrum`;
render(<SharedApp events={events} />, document.body);
