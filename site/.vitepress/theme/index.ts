import DefaultTheme from "vitepress/theme";
import type { App } from "vue";
import { h } from "vue";
import { ExampleRunner } from "./example-runner.ts";
import { PlaygroundFrame } from "./playground-frame.ts";
import "./style.css";

/** The usual theme, with the playground on the first page and a button that runs an example on its page. */
export default {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { "home-features-before": () => h(PlaygroundFrame) }),
  enhanceApp: ({ app }: { app: App }) => {
    app.component("ExampleRunner", ExampleRunner);
  },
};
