import { Component, type ComponentChildren } from "preact";
import { Problem } from "../../../viewer/src/parts/notice-list.tsx";

/** Its content comes from untrusted files and links. If it can't be drawn, a message says so. */
export class Guarded extends Component<{ children?: ComponentChildren }, { broken: boolean }> {
  override state = { broken: false };

  static override getDerivedStateFromError(): { broken: boolean } {
    return { broken: true };
  }

  override render(): ComponentChildren {
    if (!this.state.broken) return this.props.children;
    return (
      <Problem>This can't be shown: its contents are not those of a debate or a report.</Problem>
    );
  }
}
