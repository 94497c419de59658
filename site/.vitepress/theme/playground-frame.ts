import { useData, withBase } from "vitepress";
import { defineComponent, h, onMounted, ref } from "vue";

/** The playground in the page, loaded after everything else. It follows the page's colors. */
export const PlaygroundFrame = defineComponent(() => {
  const here = ref(false);
  const { isDark } = useData();
  onMounted(() => {
    here.value = true;
  });
  return () =>
    h("section", { class: "play-frame", "aria-label": "Playground" }, [
      here.value
        ? h("iframe", {
            src: withBase("/play/"),
            title: "The playground: small networks debate in your browser",
            loading: "lazy",
            style: { colorScheme: isDark.value ? "dark" : "light" },
          })
        : null,
      h("p", [
        "Three small networks debate in your browser; nothing is sent anywhere. ",
        h("a", { href: withBase("/play/"), target: "_blank" }, "Open it in its own tab"),
      ]),
    ]);
});
