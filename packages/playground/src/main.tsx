import { render } from "preact";
import { renderByFrame, restoreTheme } from "@rostrum/page";
import "@rostrum/page/style.css";
import { App } from "./app.tsx";
import "./style/playground.css";

restoreTheme();
renderByFrame();
document.body.replaceChildren();
render(<App />, document.body);
