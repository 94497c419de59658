import type { DebateRecord } from "@rostrum/core/record";
import type { PersonAct } from "../restate/messages.ts";
import type { LiveDebate } from "./live-debate.ts";
import type { FindRemote } from "./remote-debate.ts";
import type { ResumeStored } from "./resume-stored.ts";
import type { ResumeUnfinished } from "./resume-unfinished.ts";
import type { StartInput, RunningDebates } from "./running-debates.ts";
import type { DebateServiceOptions } from "./service-types.ts";

/** Runs the debates of a server: in its own process, or on a cluster. */
export interface DebateRunner extends Pick<ResumeUnfinished, "resumeAll"> {
  /** Throws before anything is spent if the request is wrong, or there is no room for it. */
  begin(beginning: StartInput): LiveDebate;
  resume: ResumeStored;
  /** Acts on a debate where it runs. */
  act(id: string, act: PersonAct): Promise<void>;
  cancel(id: string): Promise<DebateRecord>;
  settingsChanged(): void;
  /** Resumes no more debates. */
  stopResuming(): void;
  /** Leaves the running debates to the next server, or to the cluster. */
  close(): Promise<void>;
}

export interface RunnerOptions extends DebateServiceOptions {
  running: RunningDebates;
  findRemote: FindRemote;
}
