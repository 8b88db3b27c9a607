import type { Inbox as LoopInbox, Queued } from "../../loop/index.ts";

/**
 * `queued`: the message will reach a run that is active or queued. `next_run`: no run accepts messages now, and the next prompt,
 * or `resume`, delivers it. `settled`: it is not accepted.
 */
export type Receipt = "queued" | "next_run" | "settled";

/** The end of messages that are not delivered. */
export interface Cancellation {
  readonly reason: string;
  /** True if their author took them back. Default: false. */
  readonly returned?: boolean | undefined;
}

type DropListener = (messages: readonly Queued[], why: Cancellation) => void;

/** The messages queued for a session's active run. Messages that no run accepted, or that one left behind, wait for the next. */
export class Inbox implements LoopInbox {
  readonly #changeListeners: (() => void)[] = [];
  readonly #dropListeners: DropListener[] = [];
  #steering: Queued[];
  #followUps: Queued[];
  #open = false;

  /** `steering` and `followUps` are the messages that were queued when the session was opened. */
  constructor(steering: readonly Queued[], followUps: readonly Queued[]) {
    this.#steering = [...steering];
    this.#followUps = [...followUps];
  }

  /** Calls the listener after each change of the queue, in the order in which listeners were added. */
  onChange(listener: () => void): void {
    this.#changeListeners.push(listener);
  }

  /** Calls the listener with messages that are dropped or cancelled: no run delivers them. */
  onDrop(listener: DropListener): void {
    this.#dropListeners.push(listener);
  }

  /** True while a run accepts messages. */
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

  open(): void {
    this.#open = true;
  }

  settle(): void {
    this.#open = false;
  }

  /** Closes the inbox and drops its messages: the run was aborted. */
  drop(reason: string): void {
    if (!this.#open) return;
    this.settle();
    const dropped = this.takeAll();
    if (dropped.length > 0) this.#dropped(dropped, { reason });
  }

  add(how: "steer" | "followUp", queued: Queued): void {
    (how === "steer" ? this.#steering : this.#followUps).push(queued);
    this.#changed();
  }

  takeSteering(): readonly Queued[] {
    const taken = this.#steering;
    this.#steering = [];
    if (taken.length > 0) this.#changed();
    return taken;
  }

  takeNext(): readonly Queued[] {
    if (this.hasSteering) return this.takeSteering();
    const taken = this.#followUps;
    this.#followUps = [];
    if (taken.length > 0) this.#changed();
    return taken;
  }

  /** Takes all messages, steering first. */
  takeAll(): readonly Queued[] {
    return [...this.takeSteering(), ...this.takeNext()];
  }

  /** Removes and returns a queued message; undefined if none has this id. */
  take(id: string): Queued | undefined {
    const taken = [...this.#steering, ...this.#followUps].find((queued) => queued.id === id);
    if (taken !== undefined) this.#remove(id);
    return taken;
  }

  /** Removes a queued message; nothing happens if none has this id. */
  cancel(id: string, why: Cancellation): void {
    const cancelled = [...this.#steering, ...this.#followUps].filter((queued) => queued.id === id);
    if (cancelled.length === 0) return;
    this.#dropped(cancelled, why);
    this.#remove(id);
  }

  #remove(id: string): void {
    const isOther = (queued: Queued): boolean => queued.id !== id;
    this.#steering = this.#steering.filter(isOther);
    this.#followUps = this.#followUps.filter(isOther);
    this.#changed();
  }

  #changed(): void {
    for (const listener of this.#changeListeners) listener();
  }

  #dropped(messages: readonly Queued[], why: Cancellation): void {
    for (const listener of this.#dropListeners) listener(messages, why);
  }
}
