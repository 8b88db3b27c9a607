import { EntryExistsError, type MailboxMessage, type OwnerMailbox } from "../log/index.ts";
import { answerQuestion, answerUserQuestion, EmptyPromptError, type Session, UnknownSkillError } from "../session/index.ts";
import { isAnswerId, isInterruptId, parseMailboxAnswer, parseMailboxInterrupt, parseMailboxPrompt } from "./mailbox-content.ts";

/** Errors that a retry would not resolve. */
const REFUSALS = [EntryExistsError, EmptyPromptError, UnknownSkillError];

/** Messages that a session takes as they arrive: all of them, or those about its active run. */
export type TakenMessages = "all" | "about-run";

/**
 * Delivers messages from other processes to a session. A prompt is removed once it is a fact of the log. An answer and an
 * interruption are removed at once: they count now or never.
 */
export class MailboxReceiver implements Disposable {
  readonly #session: Session;
  readonly #mailbox: OwnerMailbox;
  readonly #takes: TakenMessages;
  #watching: Disposable | undefined;
  #receiving: Promise<void> | undefined;
  /** Number of open questions. */
  #questions = 0;

  constructor(session: Session, mailbox: OwnerMailbox, takes: TakenMessages) {
    this.#session = session;
    this.#mailbox = mailbox;
    this.#takes = takes;
  }

  /** Delivers messages until disposed. */
  watch(): void {
    this.#watching = this.#mailbox.watch(() => void this.receive((id) => this.#accepts(id)));
  }

  /** Delivers answers to the session's questions until disposed. */
  listen(): Disposable {
    this.#questions++;
    return { [Symbol.dispose]: () => void this.#questions-- };
  }

  /**
   * Delivers the pending messages. A message that cannot be delivered stays for the next attempt, or for the session's
   * next owner.
   * @param accepts Selects messages by id; the others stay queued. Default: all.
   */
  receive(accepts: (id: string) => boolean = () => true): Promise<void> {
    this.#receiving ??= this.#deliver(accepts)
      .catch(() => undefined)
      .finally(() => (this.#receiving = undefined));
    return this.#receiving;
  }

  [Symbol.dispose](): void {
    this.#watching?.[Symbol.dispose]();
  }

  #accepts(id: string): boolean {
    return this.#takes === "all" || isInterruptId(id) || (this.#questions > 0 && isAnswerId(id));
  }

  async #deliver(accepts: (id: string) => boolean): Promise<void> {
    const received = await this.#mailbox.receive(accepts);
    // Start all deliveries before awaiting the first, so that they share disk writes.
    await Promise.all(received.map((message) => this.#deliverMessage(message)));
  }

  #deliverMessage(message: MailboxMessage): Promise<void> {
    if (isAnswerId(message.id)) return this.#deliverAnswer(message);
    return isInterruptId(message.id) ? this.#deliverInterrupt(message) : this.#deliverPrompt(message);
  }

  /** An interruption of a run that is not active is ignored: it must not abort the one after it. */
  async #deliverInterrupt({ id, content }: MailboxMessage): Promise<void> {
    const interrupt = parseMailboxInterrupt(content);
    if (interrupt === undefined) return this.#mailbox.drop(id, "refused");
    if (interrupt.run === activeRun(this.#session)) this.#interrupt(interrupt.returned ?? []);
    await this.#mailbox.drop(id);
  }

  /** @param returned ids of queued prompts that the sender has again. The abort cancels the others. */
  #interrupt(returned: readonly string[]): void {
    const reason = "Interrupted from another process.";
    for (const queued of this.#session.waiting)
      if (queued.messages.every((message) => returned.includes(message))) queued.cancel(reason, { returned: true });
    this.#session.abort(reason);
  }

  /** An answer to a question that is not open is ignored. */
  async #deliverAnswer({ id, content }: MailboxMessage): Promise<void> {
    const parsed = parseMailboxAnswer(content);
    if (parsed === undefined) return this.#deliverPrompt({ id, content });
    const { question, answer } = parsed;
    if (answer.kind === "answers") answerUserQuestion(this.#session, question, answer.answers, id);
    else answerQuestion(this.#session, question, answer, id);
    await this.#mailbox.drop(id);
  }

  async #deliverPrompt({ id, content }: MailboxMessage): Promise<void> {
    const prompt = parseMailboxPrompt(content);
    if (prompt === undefined) return this.#mailbox.drop(id, "refused");
    const { parts, options, joins = "queue", expand = true } = prompt;
    const run = this.#session.prompt(parts, { ...options, id, expand, whenBusy: joins, onClose: "keep" });
    try {
      await run.admitted();
    } catch (error) {
      if (REFUSALS.some((type) => error instanceof type)) return this.#mailbox.drop(id, "refused");
      throw error;
    }
    await this.#mailbox.drop(id);
  }
}

/** Id of the session's active run. */
const activeRun = ({ status, entries }: Session): string | undefined => {
  const last = status === "running" ? entries.findLast(({ type }) => RUN_BOUNDS.has(type)) : undefined;
  return last?.type === "run_start" || last?.type === "run_resume" ? last.run : undefined;
};

const RUN_BOUNDS: ReadonlySet<string> = new Set(["run_start", "run_resume", "run_end"]);
