import { EntryExistsError, type MailboxMessage, type OwnerMailbox } from "../log/index.ts";
import { answerQuestion, EmptyPromptError, type Session, UnknownSkillError } from "../session/index.ts";
import { isAnswerId, parseMailboxAnswer, parseMailboxPrompt } from "./mailbox-content.ts";

/** Errors that a retry would not resolve. */
const REFUSALS = [EntryExistsError, EmptyPromptError, UnknownSkillError];

/**
 * Delivers messages from other processes to a session. A prompt is removed once it is a fact of the log. An answer is
 * removed at once: it counts now or never.
 */
export class MailboxReceiver implements Disposable {
  readonly #session: Session;
  readonly #mailbox: OwnerMailbox;
  #watching: Disposable | undefined;
  #receiving: Promise<void> | undefined;

  constructor(session: Session, mailbox: OwnerMailbox) {
    this.#session = session;
    this.#mailbox = mailbox;
  }

  /** Delivers messages until disposed. */
  watch(): void {
    this.#watching = this.#mailbox.watch(() => void this.receive());
  }

  /** Delivers answers to the session's questions until disposed, where prompts are not delivered. */
  listen(): Disposable | undefined {
    return this.#watching === undefined ? this.#mailbox.watch(() => void this.receive(isAnswerId)) : undefined;
  }

  /**
   * Delivers the pending messages. A message that cannot be delivered stays for the next attempt, or for the session's
   * next owner.
   * @param accepts Selects messages by id; the others stay queued. Default: all.
   */
  receive(accepts?: (id: string) => boolean): Promise<void> {
    this.#receiving ??= this.#deliver(accepts)
      .catch(() => undefined)
      .finally(() => (this.#receiving = undefined));
    return this.#receiving;
  }

  [Symbol.dispose](): void {
    this.#watching?.[Symbol.dispose]();
  }

  async #deliver(accepts: ((id: string) => boolean) | undefined): Promise<void> {
    const received = await this.#mailbox.receive(accepts);
    // Start all deliveries before awaiting the first, so that they share disk writes.
    await Promise.all(received.map((message) => (isAnswerId(message.id) ? this.#deliverAnswer(message) : this.#deliverPrompt(message))));
  }

  /** An answer to a question that is not open is ignored. */
  async #deliverAnswer({ id, content }: MailboxMessage): Promise<void> {
    const answer = parseMailboxAnswer(content);
    if (answer === undefined) return this.#deliverPrompt({ id, content });
    answerQuestion(this.#session, answer.question, answer.answer, id);
    await this.#mailbox.drop(id);
  }

  async #deliverPrompt({ id, content }: MailboxMessage): Promise<void> {
    const prompt = parseMailboxPrompt(content);
    if (prompt === undefined) return this.#mailbox.drop(id, "refused");
    const run = this.#session.prompt(prompt.parts, { ...prompt.options, id, whenBusy: "queue", onClose: "keep" });
    try {
      await run.admitted();
    } catch (error) {
      if (REFUSALS.some((type) => error instanceof type)) return this.#mailbox.drop(id, "refused");
      throw error;
    }
    await this.#mailbox.drop(id);
  }
}
