import type { Inbox as LoopInbox, Queued } from "../../loop/index.ts";

/** Whether a message will reach the run (`queued`), or there is none for it to reach (`settled`). */
export type Receipt = "queued" | "settled";

export interface InboxParts {
  /** Is told that others wait now. */
  readonly changed: () => void;
  /** Is told which are not going to be told any more. */
  readonly dropped: (messages: readonly Queued[], reason: string) => void;
}

/** The messages that wait for a session's live run. What an ended run left behind waits for the next one. */
export class Inbox implements LoopInbox {
  readonly #parts: InboxParts;
  #steering: Queued[];
  #followUps: Queued[];
  #open = false;

  /** With what waited when the session was opened. */
  constructor(parts: InboxParts, steering: readonly Queued[], followUps: readonly Queued[]) {
    this.#parts = parts;
    this.#steering = [...steering];
    this.#followUps = [...followUps];
  }

  /** Whether a run takes messages now. */
  get isOpen(): boolean {
    return this.#open;
  }

  get hasSteering(): boolean {
    return this.#steering.length > 0;
  }

  get isEmpty(): boolean {
    return this.#steering.length === 0 && this.#followUps.length === 0;
  }

  get steering(): readonly Queued[] {
    return this.#steering;
  }

  get followUps(): readonly Queued[] {
    return this.#followUps;
  }

  /** A run begins. */
  open(): void {
    this.#open = true;
  }

  settle(): void {
    this.#open = false;
  }

  /** The run was aborted: it takes nothing any more, and what waited for it is dropped. */
  drop(reason: string): void {
    if (!this.#open) return;
    this.settle();
    const dropped = this.takeAll();
    if (dropped.length > 0) this.#parts.dropped(dropped, reason);
  }

  steer(queued: Queued): Receipt {
    return this.#add(this.#steering, queued);
  }

  followUp(queued: Queued): Receipt {
    return this.#add(this.#followUps, queued);
  }

  takeSteering(): readonly Queued[] {
    const taken = this.#steering;
    this.#steering = [];
    if (taken.length > 0) this.#tell();
    return taken;
  }

  takeNext(): readonly Queued[] {
    if (this.hasSteering) return this.takeSteering();
    const taken = this.#followUps;
    this.#followUps = [];
    if (taken.length > 0) this.#tell();
    return taken;
  }

  /** Takes all, steering first. */
  takeAll(): readonly Queued[] {
    return [...this.takeSteering(), ...this.takeNext()];
  }

  /** Takes one back that waits: nobody is told it any more. */
  cancel(id: string, reason: string): void {
    const isOther = (queued: Queued): boolean => queued.id !== id;
    const cancelled = [...this.#steering, ...this.#followUps].filter((queued) => !isOther(queued));
    if (cancelled.length === 0) return;
    this.#steering = this.#steering.filter(isOther);
    this.#followUps = this.#followUps.filter(isOther);
    this.#parts.dropped(cancelled, reason);
    this.#tell();
  }

  #add(queue: Queued[], queued: Queued): Receipt {
    if (!this.#open) return "settled";
    queue.push(queued);
    this.#tell();
    return "queued";
  }

  #tell(): void {
    this.#parts.changed();
  }
}
