import type { Outcome } from "../loop/index.ts";
import type { ImagePart } from "../model/index.ts";
import { attachmentParts, type Attachment, clearQueue, type Session, type QueuedInput } from "../session/index.ts";
import type { CompactionResult } from "../compaction/index.ts";
import { outcomeUntil } from "./outcome-until.ts";

export interface AgentCall {
  /**
   * Images and files. Text files and the text of PDFs become text, and other files a note. A model without vision receives a
   * placeholder for an image.
   */
  readonly attachments?: readonly (ImagePart | Attachment)[];
  /** Token limit of one response. Default: the session's. */
  readonly maxOutputTokens?: number;
  /** Default: the session's. */
  readonly temperature?: number;
  /** Cancels the run that the prompt starts. */
  readonly signal?: AbortSignal;
}

/** Drives one session: one request at a time; prompts during a run join the next request. */
export class SessionAgent {
  readonly session: Session;

  constructor(session: Session) {
    this.session = session;
  }

  get isBusy(): boolean {
    return this.session.isBusy;
  }

  /** Messages that are queued for the next request. */
  get queued(): readonly QueuedInput[] {
    return this.session.waiting;
  }

  /**
   * Prompts the session. Resolves with the outcome of the run, or with null at once if the prompt is queued for the
   * active run. Sends nothing if the signal has already aborted.
   */
  async run(prompt: string, { attachments = [], signal, ...options }: AgentCall = {}): Promise<Outcome | null> {
    const files = attachments.length === 0 ? [] : await attachmentParts(attachments, signal);
    if (signal?.aborted === true) return { kind: "aborted" };
    const { isBusy } = this.session;
    const run = this.session.prompt([{ type: "text", text: prompt }, ...files], { ...options, whenBusy: "steer" });
    // A rejected prompt already has its outcome; return that rather than null.
    return isBusy ? Promise.race([run.outcome, Promise.resolve(null)]) : outcomeUntil(run, signal);
  }

  /** Aborts the run, and drops its queue. */
  cancel(): void {
    this.session.abort();
  }

  /** Drops the queue, and returns its length. The run continues. */
  clearQueue(): number {
    return clearQueue(this.session);
  }

  /**
   * Replaces the conversation by a summary.
   * @throws every error of `Session.compact`
   */
  summarize(): Promise<CompactionResult> {
    return this.session.compact();
  }
}
