import { EntryExistsError, type MailboxMessage, type OwnerMailbox } from "../log/index.ts";
import { answerQuestion, EmptyPromptError, type Session, UnknownSkillError } from "../session/index.ts";
import { isAnswerId, readHandedAnswer } from "./handed-answer.ts";
import { readHandedPrompt } from "./handed-prompt.ts";

/** Errors that a retry would not resolve. */
const REFUSALS = [EntryExistsError, EmptyPromptError, UnknownSkillError];

/**
 * Delivers messages from other processes to a session. A prompt is removed once it is a fact of the log. An answer is
 * removed at once: it counts now or never.
 */
export class Receiver implements Disposable {
  readonly #session: Session;
  readonly #inbox: OwnerMailbox;
  #watching: Disposable | undefined;
  #receiving: Promise<void> | undefined;

  constructor(session: Session, inbox: OwnerMailbox) {
    this.#session = session;
    this.#inbox = inbox;
  }

  /** Delivers messages until disposed. */
  watch(): void {
    this.#watching = this.#inbox.watch(() => void this.receive());
  }

  /** Delivers answers to the session's questions until disposed, where prompts are not delivered. */
  listen(): Disposable | undefined {
    return this.#watching === undefined ? this.#inbox.watch(() => void this.receive(isAnswerId)) : undefined;
  }

  /**
   * Delivers the pending messages. A message that cannot be delivered stays for the next attempt, or for the session's
   * next owner.
   * @param wanted filters by id; default: all messages
   */
  receive(wanted?: (id: string) => boolean): Promise<void> {
    this.#receiving ??= this.#receive(wanted)
      .catch(() => undefined)
      .finally(() => (this.#receiving = undefined));
    return this.#receiving;
  }

  [Symbol.dispose](): void {
    this.#watching?.[Symbol.dispose]();
  }

  async #receive(wanted: ((id: string) => boolean) | undefined): Promise<void> {
    const taken = await this.#inbox.take(wanted);
    // Start all deliveries before awaiting the first, so that they share disk writes.
    await Promise.all(taken.map((handed) => (isAnswerId(handed.id) ? this.#answer(handed) : this.#say(handed))));
  }

  /** An answer to a question that is not open is ignored. */
  async #answer({ id, content }: MailboxMessage): Promise<void> {
    const handed = readHandedAnswer(content);
    if (handed === undefined) return this.#say({ id, content });
    answerQuestion(this.#session, handed.question, handed.answer, id);
    await this.#inbox.drop(id);
  }

  async #say({ id, content }: MailboxMessage): Promise<void> {
    const prompt = readHandedPrompt(content);
    if (prompt === undefined) return this.#inbox.drop(id, "refused");
    const run = this.#session.prompt(prompt.parts, { ...prompt.options, id, whenBusy: "queue", onClose: "keep" });
    try {
      await run.admitted();
    } catch (error) {
      if (REFUSALS.some((refusal) => error instanceof refusal)) return this.#inbox.drop(id, "refused");
      throw error;
    }
    await this.#inbox.drop(id);
  }
}
