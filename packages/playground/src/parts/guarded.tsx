import { Component, type ComponentChildren } from "preact";
import { Problem } from "@rostrum/page";

interface GuardedProps {
  /** The address. A new one is tried even if the last could not be drawn. */
  address?: string;
  children?: ComponentChildren;
}

/** Shows a message if its content, which comes from untrusted files and links, can't be drawn. */
export class Guarded extends Component<GuardedProps, { broken: boolean }> {
  override state = { broken: false };

  static override getDerivedStateFromError(): { broken: boolean } {
    return { broken: true };
  }

  override componentDidUpdate({ address }: GuardedProps): void {
    if (address !== this.props.address && this.state.broken) this.setState({ broken: false });
  }

  override render(): ComponentChildren {
    if (!this.state.broken) return this.props.children;
    return (
      <Problem>This can't be shown: its contents are not those of a debate or a report.</Problem>
    );
  }
}
