import type { Event, PermissionMode } from "coxswain";
import type { FooterSegment } from "coxswain/settings";
import type { ViewStatus } from "coxswain/view";
import type { ScreenSession } from "../screen-session.ts";
import type { FrameTimer } from "../terminal/index.ts";
import type { Theme } from "../themes/index.ts";
import type { FooterFacts, PlaceFacts } from "./footer-facts.ts";
import { DEFAULT_SEGMENTS, footerRows, type FooterSize } from "./footer-rows.ts";
import { StatusLine, type StatusLineCommand } from "./status-line.ts";
import { statusLineInput } from "./status-line-input.ts";

/** The user's choices for the footer, and facts that the session does not have. */
export interface FooterSource {
  /** Default: `DEFAULT_SEGMENTS`. */
  readonly segments?: readonly FooterSegment[];
  /** Replaces the segments. */
  readonly statusLine?: StatusLineCommand;
  /** The project's folder, absolute. */
  readonly project: string;
  /** Version of the program. */
  readonly version: string;
  /** Returns the facts that were read last. */
  place(): PlaceFacts;
  /** Reads the place again, after commands may have changed it. Resolves to true if a fact changed. */
  refresh(): Promise<boolean>;
}

export interface FooterParts {
  readonly session: Pick<ScreenSession, "id" | "state">;
  readonly status: () => ViewStatus;
  /** Undefined: another process sets it. */
  readonly mode: () => PermissionMode | undefined;
  readonly timer: FrameTimer;
  /** Called when the footer shows something else without an event. */
  readonly onChange: () => void;
  /** Shows a line to the user. */
  readonly print: (line: string) => void;
}

/** Without a source, the place is unknown. */
const NOWHERE: FooterSource = { project: "", version: "", place: () => ({}), refresh: async () => false };

/** Events that change a fact of the status line. */
const FACT_CHANGES: ReadonlySet<Event["type"]> = new Set(["entry", "run_start", "run_end", "context_usage"]);

/** Events after which files or the sandbox may be others. */
const WORK_ENDS: ReadonlySet<Event["type"]> = new Set(["tool_end", "shell_end", "run_end"]);

/** The facts about a session below the editor. */
export class Footer {
  readonly #parts: FooterParts;
  readonly #source: FooterSource;
  readonly #statusLine: StatusLine | undefined;
  readonly #openedAt: number;

  constructor(parts: FooterParts, source: FooterSource = NOWHERE) {
    this.#parts = parts;
    this.#source = source;
    const { timer, onChange, print } = parts;
    this.#openedAt = timer.now();
    this.#statusLine =
      source.statusLine &&
      new StatusLine({
        ...source.statusLine,
        timer,
        onChange,
        input: () => this.#input(),
        onFailure: (reason) => print(`! The status line's command failed: ${reason}`),
      });
  }

  /** Shows the first facts. */
  start(): void {
    this.#statusLine?.changed();
    this.#refresh();
  }

  stop(): void {
    this.#statusLine?.stop();
  }

  apply({ type }: Pick<Event, "type">): void {
    if (FACT_CHANGES.has(type)) this.#statusLine?.changed();
    if (WORK_ENDS.has(type)) this.#refresh();
  }

  /** Reports a change without an event, as of the mode. */
  changed(): void {
    this.#statusLine?.changed();
  }

  rows(size: FooterSize, theme: Theme): readonly string[] {
    const own = this.#statusLine?.rows(size.width);
    return own?.slice(0, size.most) ?? footerRows(this.#facts(), this.#source.segments ?? DEFAULT_SEGMENTS, size, theme);
  }

  #refresh(): void {
    this.#source.refresh().then(
      (isOther) => {
        if (!isOther) return;
        this.#statusLine?.changed();
        this.#parts.onChange();
      },
      () => undefined, // without an answer, the last facts remain
    );
  }

  #facts(): FooterFacts {
    const { session, status, mode } = this.#parts;
    const { model, thinking, cost, usage, cwd, title } = session.state;
    const { context, run } = status();
    const permissionMode = mode();
    const { input, cacheRead, cacheWrite } = usage.last;
    const sent = input + cacheRead + cacheWrite;
    return {
      model,
      thinking,
      ...(permissionMode === undefined ? {} : { mode: permissionMode }),
      ...(context === undefined ? {} : { context }),
      ...(sent === 0 ? {} : { cache: cacheRead / sent }),
      cost,
      ...(run === undefined ? {} : { runCost: run.cost }),
      folder: cwd,
      ...(title === undefined ? {} : { title }),
      place: this.#source.place(),
    };
  }

  #input(): Readonly<Record<string, unknown>> {
    const { session, timer } = this.#parts;
    const { project, version } = this.#source;
    return statusLineInput({ ...this.#facts(), session, project, version, duration: timer.now() - this.#openedAt });
  }
}
