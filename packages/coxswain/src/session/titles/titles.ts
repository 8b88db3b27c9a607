import type { Log } from "../../log/index.ts";
import { isMessage } from "../../loop/index.ts";
import { wordsOf } from "../../model/index.ts";
import { branchState, type SessionJournal, sessionTotals, type TitleChangeEntry } from "../../journal/index.ts";
import type { SideModels } from "../../compaction/index.ts";
import { generateTitle } from "./generate-title.ts";

export interface TitlesParts {
  readonly log: Log;
  readonly journal: Pick<SessionJournal, "append" | "emit">;
  readonly side: Pick<SideModels, "small">;
}

/** Requests for a title while the session is open. */
const TRIES = 2;

/** Requests a title of the small model for a session without one, in parallel with its runs. */
export class Titles {
  readonly #parts: TitlesParts;
  readonly #closing = new AbortController();
  #run: string | undefined;
  #tries = 0;
  #asking = false;

  constructor(parts: TitlesParts) {
    this.#parts = parts;
  }

  /** Called with the first part of a run's first answer, so that the run's request goes out first. Tries once a run. */
  begin(run: string): void {
    const { log } = this.#parts;
    if (run === this.#run) return;
    this.#run = run;
    if (this.#asking || this.#tries === TRIES || log.view(branchState).setup?.titles !== true || this.#hasTitle) return;
    const prompt = firstPrompt(log);
    if (prompt === undefined) return;
    this.#tries += 1;
    this.#asking = true;
    void this.#ask(prompt).finally(() => (this.#asking = false));
  }

  close(): void {
    this.#closing.abort();
  }

  get #hasTitle(): boolean {
    return this.#parts.log.total(sessionTotals).title !== undefined;
  }

  async #ask(prompt: string): Promise<void> {
    const { journal, side } = this.#parts;
    const { signal } = this.#closing;
    try {
      const model = await side.small();
      const { title, ...spent } = await generateTitle(model, prompt, { signal });
      // The user may have set a title meanwhile, and the session may have been closed.
      if (title === undefined || this.#hasTitle || signal.aborted) return;
      await journal.append<TitleChangeEntry>({ type: "title_change", title, model: model.info.reference, ...spent });
    } catch (error) {
      if (signal.aborted || this.#tries < TRIES) return;
      journal.emit({
        type: "warning",
        message: `Could not generate a title for the session: ${error instanceof Error ? error.message : String(error)}`,
      });
    }
  }
}

/** Returns the first prompt of the conversation, as typed, without attached content, and with secrets masked. */
const firstPrompt = (log: Log): string | undefined => {
  for (const entry of log.path.entries) {
    const words = isMessage(entry) && entry.message.role === "user" ? wordsOf(entry.message).trim() : "";
    if (words !== "") return words;
  }
  return undefined;
};
