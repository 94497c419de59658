import { render } from "preact";
import { restoreTheme } from "../../viewer/src/parts/theme.ts";
import "../../viewer/src/style/index.css";
import { App } from "./app.tsx";
import "./style/playground.css";

restoreTheme();
document.body.replaceChildren();
render(<App />, document.body);
