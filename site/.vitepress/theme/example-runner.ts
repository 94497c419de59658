import { withBase } from "vitepress";
import { defineComponent, h, onBeforeUnmount, ref } from "vue";

/** Runs an example in a worker, and shows what it prints. */
export const ExampleRunner = defineComponent(
  (props: { name: string }) => {
    const lines = ref<string[]>([]);
    const state = ref<"idle" | "running" | "done" | "failed">("idle");
    let worker: Worker | null = null;

    function end(how: "done" | "failed", text?: string): void {
      if (text) lines.value.push(text);
      state.value = how;
      worker?.terminate();
      worker = null;
    }

    function run(): void {
      worker?.terminate();
      lines.value = [];
      state.value = "running";
      worker = new Worker(withBase(`/examples-run/${props.name}.js`), { type: "module" });
      worker.onmessage = ({ data }) => {
        if (data.kind === "said") lines.value.push(data.text);
        else end(data.kind, data.text);
      };
      worker.onerror = ({ message }) =>
        end("failed", message || "The example could not be loaded.");
    }

    onBeforeUnmount(() => worker?.terminate());
    return () =>
      h("section", { class: "example-run" }, [
        state.value === "running"
          ? h("button", { type: "button", onClick: () => end("failed", "Stopped.") }, "Stop")
          : h("button", { type: "button", onClick: run }, "Run it here"),
        h("span", { role: "status" }, WORDS[state.value]),
        lines.value.length > 0
          ? h(
              "pre",
              { tabindex: "0", "aria-label": "What the example printed" },
              lines.value.join("\n"),
            )
          : null,
      ]);
  },
  { props: ["name"] },
);

const WORDS = {
  idle: "It runs in a worker of this page, without a key. Nothing is sent anywhere.",
  running: "Running…",
  done: "Done: all its assertions passed.",
  failed: "It ended early.",
};
