import { EntryExistsError, type MailboxMessage, type OwnerMailbox } from "../log/index.ts";
import { answerQuestion, EmptyPromptError, type Session, UnknownSkillError } from "../session/index.ts";
import { isAnswerId, readHandedAnswer } from "./handed-answer.ts";
import { readHandedPrompt } from "./handed-prompt.ts";

/** It would be refused another time as well. */
const REFUSALS = [EntryExistsError, EmptyPromptError, UnknownSkillError];

/**
 * Says to a session what other processes hand over to its owner. A message is forgotten once it is a fact of the log, an answer at once: it counts now
 * or not at all.
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

  /** From now on, until it is disposed of. */
  watch(): void {
    this.#watching = this.#inbox.watch(() => void this.receive());
  }

  /** Takes answers to the session's questions until it is disposed of, where what else is handed over is not taken. */
  listen(): Disposable | undefined {
    return this.#watching === undefined ? this.#inbox.watch(() => void this.receive(isAnswerId)) : undefined;
  }

  /**
   * Takes what waits now. What cannot be taken stays for the next look, or for the session's next owner.
   * @param wanted by its id; default: all is
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
    // All are said before the first is waited for: they share the disk's work.
    await Promise.all(taken.map((handed) => (isAnswerId(handed.id) ? this.#answer(handed) : this.#say(handed))));
  }

  /** One to what is not asked, or not any more, does nothing. */
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
