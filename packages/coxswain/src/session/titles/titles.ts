import type { Log } from "../../log/index.ts";
import { isMessage } from "../../loop/index.ts";
import { asTyped, textOf } from "../../model/index.ts";
import { branchState, type SessionJournal, sessionTotals, type TitleChangeEntry } from "../../journal/index.ts";
import type { SideModels } from "../../compaction/index.ts";
import { generateTitle } from "./generate-title.ts";

export interface TitlesParts {
  readonly log: Log;
  readonly journal: Pick<SessionJournal, "append" | "emit">;
  readonly side: Pick<SideModels, "small">;
}

/** How often a title is asked for while the session is open. */
const TRIES = 2;

/** Has the small model think of a title for a session that has none, beside its runs: nobody waits for it. */
export class Titles {
  readonly #parts: TitlesParts;
  readonly #closing = new AbortController();
  #run: string | undefined;
  #tries = 0;
  #asking = false;

  constructor(parts: TitlesParts) {
    this.#parts = parts;
  }

  /** A run has its first answer coming: what it asked for has gone out before the title is asked for, which is tried once a run. */
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
      // A person may have given one meanwhile, and the session may have been closed.
      if (title === undefined || this.#hasTitle || signal.aborted) return;
      await journal.append<TitleChangeEntry>({ type: "title_change", title, model: model.info.reference, ...spent });
    } catch (error) {
      if (signal.aborted || this.#tries < TRIES) return;
      journal.emit({ type: "warning", message: `The session has no title: ${error instanceof Error ? error.message : String(error)}` });
    }
  }
}

/** What the conversation began with: as the person wrote it, and as it is kept, without secrets. */
const firstPrompt = (log: Log): string | undefined => {
  for (const entry of log.path) {
    if (!isMessage(entry) || entry.message.role !== "user") continue;
    const text = textOf(asTyped(entry.message)).trim();
    if (text !== "") return text;
  }
  return undefined;
};
