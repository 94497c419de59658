import { options } from "preact";

/** Renders at most once per frame, however much arrives in between. A hidden tab gets no frames, but timers still fire. */
export function renderByFrame(): void {
  options.debounceRendering = (render) => {
    if (document.hidden) setTimeout(render, 100);
    else requestAnimationFrame(render);
  };
}
