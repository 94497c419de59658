import { render } from "preact";
import { restoreTheme } from "@rostrum/page";
import "@rostrum/page/style.css";
import { App } from "./app.tsx";
import "./style/playground.css";

restoreTheme();
document.body.replaceChildren();
render(<App />, document.body);
