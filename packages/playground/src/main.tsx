import { render } from "preact";
import { renderByFrame } from "../../viewer/src/parts/render-by-frame.ts";
import { restoreTheme } from "../../viewer/src/parts/theme.ts";
import "../../viewer/src/style/index.css";
import { App } from "./app.tsx";
import "./style/playground.css";

restoreTheme();
renderByFrame();
document.body.replaceChildren();
render(<App />, document.body);
