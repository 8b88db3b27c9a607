import type { Outcome } from "../loop/index.ts";
import type { ImagePart } from "../model/index.ts";
import { clearQueue, type Session, type QueuedInput } from "../session/index.ts";
import type { CompactionResult } from "../compaction/index.ts";
import { outcomeUntil } from "./outcome-until.ts";

export interface AgentCall {
  /** Images that a model which sees none is told of and not sent. */
  readonly attachments?: readonly ImagePart[];
  /** Tokens of one response. Default: the session's. */
  readonly maxOutputTokens?: number;
  /** Default: the session's. */
  readonly temperature?: number;
  /** Cancels the run that it begins. */
  readonly signal?: AbortSignal;
}

/** Drives one session: one request at a time, with what is said meanwhile stitched into the next one. */
export class SessionAgent {
  readonly session: Session;

  constructor(session: Session) {
    this.session = session;
  }

  get isBusy(): boolean {
    return this.session.isBusy;
  }

  /** What waits to be told with the next request. */
  get queued(): readonly QueuedInput[] {
    return this.session.waiting;
  }

  /** How the run has ended that this begins, or null at once where it was queued for the one that goes on. */
  async run(prompt: string, { attachments = [], signal, ...options }: AgentCall = {}): Promise<Outcome | null> {
    const { isBusy } = this.session;
    const run = this.session.prompt([{ type: "text", text: prompt }, ...attachments], { ...options, whenBusy: "steer" });
    // One that was refused has its outcome already, and is not passed over.
    return isBusy ? Promise.race([run.outcome, Promise.resolve(null)]) : outcomeUntil(run, signal);
  }

  /** Ends the run, and drops what waits for it. */
  cancel(): void {
    this.session.abort();
  }

  /** Drops what waits, and says how much that was. The run goes on. */
  clearQueue(): number {
    return clearQueue(this.session);
  }

  /** Puts a summary in the place of the conversation. @throws what `Session.compact` throws */
  summarize(): Promise<CompactionResult> {
    return this.session.compact();
  }
}
