import { Component, type ComponentChildren } from "preact";
import { Problem } from "@rostrum/page";

interface GuardedProps {
  /** The address. Another view of the same may be drawn even if the last one could not. */
  at?: string;
  children?: ComponentChildren;
}

/** Its content comes from untrusted files and links. If it can't be drawn, a message says so. */
export class Guarded extends Component<GuardedProps, { broken: boolean }> {
  override state = { broken: false };

  static override getDerivedStateFromError(): { broken: boolean } {
    return { broken: true };
  }

  override componentDidUpdate({ at }: GuardedProps): void {
    if (at !== this.props.at && this.state.broken) this.setState({ broken: false });
  }

  override render(): ComponentChildren {
    if (!this.state.broken) return this.props.children;
    return (
      <Problem>This can't be shown: its contents are not those of a debate or a report.</Problem>
    );
  }
}
