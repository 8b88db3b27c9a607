import { basename } from "node:path";
import type { Event, Question } from "coxswain";
import type { NotificationSettings } from "coxswain/settings";
import type { UserQuestion } from "coxswain/tools";
import { formatDuration } from "../blocks/index.ts";
import type { ScreenSession } from "../screen-session.ts";
import type { FrameTimer, TerminalReport } from "../terminal/index.ts";
import { notificationSequence, PROGRESS, type ProgramStatus, programStatusSequence, shortText, TITLE } from "./sequences.ts";
import type { TerminalAbilities } from "./terminal-abilities.ts";

export interface AnnouncerOptions {
  readonly session: Pick<ScreenSession, "id" | "status" | "state">;
  readonly write: (data: string) => void;
  readonly timer: FrameTimer;
  readonly abilities: TerminalAbilities;
  readonly settings: NotificationSettings;
  /** Runs the user's command for a notification. Rejects with the reason. */
  readonly run: (command: string, input: Readonly<Record<string, unknown>>) => Promise<unknown>;
  /** Shows a line to the user. */
  readonly warn: (line: string) => void;
}

type State = ProgramStatus["state"];

/** Milliseconds for which a state must last before it is a notification. */
const NOTICEABLE = 500;
/** Milliseconds after which a terminal removes a progress bar that nothing renews. */
const PROGRESS_RENEWAL = 5000;

/**
 * Shows a session's state outside of the screen: in the terminal's title, its progress bar and its list of programs, and as a
 * notification when a question waits or a run has ended while the user looks elsewhere.
 */
export class Announcer {
  readonly #options: AnnouncerOptions;
  #isOpen = false;
  #state: State = "idle";
  /** A sentence about the state. */
  #message = "";
  /** State after the open question. */
  #beneath: State = "idle";
  #startedAt: number | undefined;
  /** Undefined: the terminal has not reported it. */
  #hasFocus: boolean | undefined;
  #readsStatus = false;
  #title = "";
  #question: Question | UserQuestion | undefined;
  #cancelNotice: (() => void) | undefined;
  #cancelRenewal: (() => void) | undefined;

  constructor(options: AnnouncerOptions) {
    this.#options = options;
  }

  /** Shows the state, also after `stop`. */
  start(): void {
    this.#isOpen = true;
    if (this.#showsStatus) this.#options.write(TITLE.save);
    this.#title = "";
    if (this.#state === "idle" && this.#options.session.status === "running") this.#begin();
    else this.#show();
  }

  /** Removes everything that it has shown, and restores the terminal's title. */
  stop(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#cancelNotice?.();
    this.#cancelRenewal?.();
    if (!this.#showsStatus) return;
    const { write, abilities } = this.#options;
    write(
      `${abilities.progress ? PROGRESS.none : ""}${this.#readsStatus ? programStatusSequence({ state: "clear" }) : ""}${TITLE.restore}`,
    );
  }

  report(report: TerminalReport): void {
    if (report.kind === "focus") {
      this.#hasFocus = report.hasFocus;
      if (report.hasFocus) this.#cancelNotice?.();
    }
    if (report.kind === "program_status" && !this.#readsStatus) {
      this.#readsStatus = true;
      this.#writeStatus();
    }
  }

  apply(event: Event): void {
    if (event.sessionId !== this.#options.session.id) return;
    switch (event.type) {
      case "run_start":
        return this.#begin();
      case "run_end":
        return this.#end(event.outcome);
      case "entry":
        // The title may be another one.
        return event.entry.type === "title_change" ? this.#show() : undefined;
      default:
        return undefined;
    }
  }

  /** The open question, or undefined without one. */
  ask(question: Question | UserQuestion | undefined): void {
    if (question === this.#question) return;
    this.#question = question;
    if (question === undefined) return this.#change(this.#beneath, "");
    this.#change("blocked", `Waits for your answer: ${"tool" in question ? callText(question) : question.question}`);
  }

  get #showsStatus(): boolean {
    const { abilities, settings } = this.#options;
    return abilities.sequences && settings.status !== false;
  }

  #begin(): void {
    this.#startedAt = this.#options.timer.now();
    this.#continue("working", "");
  }

  #end(outcome: Extract<Event, { readonly type: "run_end" }>["outcome"]): void {
    const now = this.#options.timer.now();
    const time = formatDuration(now - (this.#startedAt ?? now));
    switch (outcome.kind) {
      case "done":
        return this.#continue("done", `Done after ${time}`);
      case "failed":
        return this.#continue("error", `Failed after ${time}: ${outcome.error.message}`);
      case "limit":
        return this.#continue("error", `Stopped after ${time}: ${outcome.limit.message}`);
      case "aborted":
        return this.#continue("idle", "");
    }
  }

  /** Changes the state, at once or after the open question. */
  #continue(state: State, message: string): void {
    this.#beneath = state;
    if (this.#question === undefined) this.#change(state, message);
  }

  #change(state: State, message: string): void {
    if (state === this.#state && message === this.#message) return;
    this.#state = state;
    this.#message = message;
    this.#cancelNotice?.();
    this.#show();
    if (this.#isOpen && (state === "blocked" || state === "done" || state === "error")) this.#prepareNotice();
  }

  /** Without reports of the focus, a long run suggests that the user looks elsewhere. */
  #prepareNotice(): void {
    const { timer, settings } = this.#options;
    if (settings.method === "off" || this.#hasFocus === true) return;
    const lasted = timer.now() - (this.#startedAt ?? timer.now());
    const missing = this.#hasFocus === false ? 0 : (settings.afterSeconds ?? 10) * 1000 - lasted;
    if (missing > 0 && this.#state !== "blocked") return;
    this.#cancelNotice = timer.after(Math.max(NOTICEABLE, missing), () => this.#notify());
  }

  #notify(): void {
    const { settings, abilities, write, run, session, warn } = this.#options;
    const title = `cox: ${this.#name}`;
    const { method = "auto", command } = settings;
    if (method !== "command") {
      const form = method === "auto" || method === "off" ? abilities.notification : method;
      write(notificationSequence(abilities.sequences ? form : "bell", { title, body: this.#message }, abilities));
      return;
    }
    if (command === undefined) return warn('! No "notifications.command" is set. Set it, or another "notifications.method".');
    const input = {
      hook_event_name: "Notification",
      notification_type: this.#state === "blocked" ? "permission_prompt" : this.#state === "done" ? "run_done" : "run_failed",
      session_id: session.id,
      cwd: session.state.cwd,
      title,
      message: this.#message,
    };
    run(command, input).catch((error: unknown) =>
      warn(`! The command for notifications failed: ${error instanceof Error ? error.message : String(error)}`),
    );
  }

  /** The session's title, or its folder. */
  get #name(): string {
    const { title, cwd } = this.#options.session.state;
    return title ?? (basename(cwd) || cwd);
  }

  #show(): void {
    if (!this.#isOpen || !this.#showsStatus) return;
    const title = `${MARKS[this.#state]}${this.#name} - cox`;
    if (title !== this.#title) this.#options.write(TITLE.set(title));
    this.#title = title;
    this.#writeProgress();
    this.#writeStatus();
  }

  #writeProgress(): void {
    const { write, abilities, timer } = this.#options;
    this.#cancelRenewal?.();
    if (!abilities.progress) return;
    write(PROGRESS[PROGRESS_OF[this.#state]]);
    if (this.#state === "working") this.#cancelRenewal = timer.after(PROGRESS_RENEWAL, () => this.#writeProgress());
  }

  #writeStatus(): void {
    if (!this.#readsStatus || !this.#isOpen || !this.#showsStatus) return;
    const message = shortText(this.#message);
    const status = { state: this.#state, title: this.#name, ...(message === "" ? {} : { message }) };
    this.#options.write(programStatusSequence(status));
  }
}

const callText = ({ tool, requests: [request] }: Question): string => `${tool} ${request?.subject ?? ""}`;

const MARKS: Readonly<Record<State, string>> = { idle: "", working: "● ", blocked: "? ", done: "✓ ", error: "! ", clear: "" };

const PROGRESS_OF: Readonly<Record<State, keyof typeof PROGRESS>> = {
  idle: "none",
  working: "busy",
  blocked: "waiting",
  done: "none",
  error: "error",
  clear: "none",
};
