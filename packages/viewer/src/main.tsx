import { render } from "preact";
import { sentenceOf } from "./api/api-error.ts";
import { lastSignIn } from "./api/token.ts";
import { App } from "./app.tsx";
import { restoreTheme } from "./parts/theme.ts";
import "./style/index.css";

restoreTheme();

async function start(): Promise<void> {
  // An identity provider sends people back with its answer in the query.
  if (/[?&]state=/.test(location.search)) await endSignIn();
  document.querySelector(".unloaded")?.remove();
  render(<App />, document.body);
}

async function endSignIn(): Promise<void> {
  try {
    const { comeBack } = await import("./api/sign-in.ts");
    lastSignIn.trouble = await comeBack();
  } catch (error) {
    lastSignIn.trouble = sentenceOf(error);
  }
}

void start();
