import { EntryExistsError, type Handed, type HandedInbox } from "../log/index.ts";
import { EmptyPromptError, type Session, UnknownSkillError } from "../session/index.ts";
import { readHandedPrompt } from "./handed-prompt.ts";

/** It would be refused another time as well. */
const REFUSALS = [EntryExistsError, EmptyPromptError, UnknownSkillError];

/** Says to a session what other processes hand over to its owner. A message is forgotten once it is a fact of the log. */
export class Receiver implements Disposable {
  readonly #session: Session;
  readonly #inbox: HandedInbox;
  #watching: Disposable | undefined;
  #receiving: Promise<void> | undefined;

  constructor(session: Session, inbox: HandedInbox) {
    this.#session = session;
    this.#inbox = inbox;
  }

  /** From now on, until it is disposed of. */
  watch(): void {
    this.#watching = this.#inbox.watch(() => void this.receive());
  }

  /** Takes what waits now. What cannot be taken stays for the next look, or for the session's next owner. */
  receive(): Promise<void> {
    this.#receiving ??= this.#receive()
      .catch(() => undefined)
      .finally(() => (this.#receiving = undefined));
    return this.#receiving;
  }

  [Symbol.dispose](): void {
    this.#watching?.[Symbol.dispose]();
  }

  async #receive(): Promise<void> {
    const taken = await this.#inbox.take();
    // All are said before the first is waited for: they share the disk's work.
    await Promise.all(taken.map((handed) => this.#say(handed)));
  }

  async #say({ id, content }: Handed): Promise<void> {
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
