import { render } from "preact";
import { App } from "./app.tsx";
import { restoreTheme } from "./parts/theme.ts";
import "./style/index.css";

restoreTheme();
document.querySelector(".unloaded")?.remove();
render(<App />, document.body);
