import type { Activity, ViewStatus } from "coxswain/view";
import { formatDuration } from "../blocks/index.ts";
import { SHARED_WORK } from "../layout/index.ts";
import type { FrameTimer } from "../terminal/index.ts";

/** Milliseconds without a new line after which a line reports the activity; the last one repeats. */
const SILENCES = [10_000, 30_000, 60_000, 120_000] as const;

export interface LongSilenceOptions {
  readonly timer: FrameTimer;
  readonly status: () => WorkStatus;
  /** True while another process has the session open. */
  readonly isShared: () => boolean;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly print: (line: string) => void;
}

/** Reports the activity when nothing was printed for long. */
export class LongSilence {
  readonly #options: LongSilenceOptions;
  #notes = 0;
  #cancel: (() => void) | undefined;

  constructor(options: LongSilenceOptions) {
    this.#options = options;
  }

  /** Something was printed: the silence begins again. */
  broken(): void {
    this.#notes = 0;
    this.stop();
    this.watch();
  }

  /** Waits for a long silence, if the session works. */
  watch(): void {
    const { timer, status } = this.#options;
    if (this.#cancel !== undefined || workOf(status()) === undefined) return;
    this.#cancel = timer.after(SILENCES[Math.min(this.#notes, SILENCES.length - 1)] ?? 0, () => {
      this.#cancel = undefined;
      this.#say();
      this.watch();
    });
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }

  #say(): void {
    const { status, isShared, now, print } = this.#options;
    const work = workOf(status());
    if (work === undefined) return;
    this.#notes++;
    const text = isShared() && status().activity.kind === "waiting" ? SHARED_WORK : work.text;
    print(`${text} for ${formatDuration(now() - work.since)}. ${work.key}.`);
  }
}

/** The part of a status that describes work. */
type WorkStatus = Pick<ViewStatus, "activity" | "asking" | "commands">;

interface Work {
  readonly text: string;
  readonly since: number;
  /** The effect of Ctrl+C. */
  readonly key: string;
}

/** Describes the work of the session, or a command of the user. Undefined while it waits for the user. */
const workOf = ({ activity, asking, commands: [command] }: WorkStatus): Work | undefined => {
  if (activity.kind === "idle" && command !== undefined) {
    return { text: "Your command is running", since: command.at, key: "Ctrl+C stops it" };
  }
  if (activity.kind === "idle" || asking !== undefined) return undefined;
  return { text: WORK[activity.kind], since: activity.since, key: "Ctrl+C interrupts" };
};

const WORK: Readonly<Record<Exclude<Activity["kind"], "idle">, string>> = {
  waiting: "Waiting for the model",
  reasoning: "The model is thinking",
  writing: "The model is writing",
  calling: "The model is writing a call",
  running: "The call is running",
  compacting: "Compacting",
  repairing: "Repairing the history",
  retrying: "Waiting to try again",
};
