import { type Entry, EntryExistsError, type Log } from "../../log/index.ts";
import {
  interruptedRun,
  isRunEnd,
  lastReply,
  type Outcome,
  type RunEndEntry,
  runError,
  type RunOptions,
  saidOptions,
} from "../../loop/index.ts";
import type { UserMessage } from "../../model/index.ts";
import { budgetFault } from "../../policy/index.ts";
import { EmptyPromptError, SessionBusyError } from "../errors.ts";
import { ClosedError, type SessionJournal } from "../../journal/index.ts";
import { type Admissions, type Inbox, isCancellation } from "../inbox/index.ts";
import { outputFault } from "../../output/index.ts";
import type { SessionResources } from "../resources/index.ts";
import type { LiveRun, LiveRunSetup } from "./live-run.ts";
import type { PromptOptions, Run, WhenBusy } from "./run.ts";
import type { RunQueue } from "./run-queue.ts";

interface PromptsParts {
  readonly log: Log;
  readonly journal: SessionJournal;
  readonly admissions: Admissions;
  readonly inbox: Pick<Inbox, "isEmpty">;
  readonly runs: RunQueue;
  readonly resources: SessionResources;
  readonly newRun: (setup: LiveRunSetup) => LiveRun;
  /** Whether the session takes nothing any more. */
  readonly closed: () => boolean;
}

const WHEN_BUSY: readonly WhenBusy[] = ["reject", "queue", "steer", "followUp"];

/** Takes what is said to a session, and makes runs of it. */
export class Prompts {
  readonly #parts: PromptsParts;

  constructor(parts: PromptsParts) {
    this.#parts = parts;
  }

  /** The run that a crash cut short, while nothing else runs. */
  get interrupted(): { readonly run: string; readonly turn: number } | undefined {
    const { runs, log } = this.#parts;
    const cut = runs.active === undefined ? interruptedRun(log.path) : undefined;
    return cut?.told === true ? { run: cut.run, turn: cut.turn } : undefined;
  }

  take(said: UserMessage | undefined, saying: Omit<PromptOptions, "source">): Run {
    const { id, whenBusy = "reject", onClose = "refuse", expand = true, onEvent, ...options } = saying;
    const { log, admissions, runs, resources, newRun, closed } = this.#parts;
    if (closed()) return this.refused(new ClosedError());
    if (!WHEN_BUSY.includes(whenBusy)) return this.refused(new TypeError(`\`whenBusy\` is one of ${WHEN_BUSY.join(", ")}.`));
    if (said === undefined) return this.refused(new EmptyPromptError());
    if (id !== undefined && admissions.knows(id)) return this.#again(id);
    const { recipient } = runs;
    if (recipient !== undefined && whenBusy === "reject") return this.refused(new SessionBusyError());
    const heard = expand ? resources.expand(said) : { message: said };
    if ("error" in heard) return this.refused(heard.error);
    const { message } = heard;
    if (message === undefined) return this.refused(new EmptyPromptError());
    const fault = budgetFault(options.budget ?? {}) ?? outputFault(options.output);
    if (fault !== undefined) return this.refused(fault);
    if (recipient !== undefined && whenBusy !== "queue" && whenBusy !== "reject") {
      recipient.tell(whenBusy, message, id);
      return recipient;
    }
    const messageId = id ?? log.mint();
    const run = newRun({ messages: [{ id: messageId, message }], options, outlives: onClose === "keep", onEvent });
    // Where it begins at once its own entry says all, unless it is to be known again.
    if (!runs.startsAtOnce || id !== undefined || run.outlives) {
      const once = id === undefined ? {} : { once: true as const };
      admissions.admit({ messageId, message, how: "prompt", run: run.id, ...saidOptions(options), ...once });
      run.take();
    }
    runs.add(run);
    return run;
  }

  /** Begins what was cut short, and then what waits. */
  resume(options: RunOptions = {}): Run | undefined {
    const { log, inbox, runs, newRun, closed } = this.#parts;
    if (closed()) return this.refused(new ClosedError());
    const fault = budgetFault(options.budget ?? {}) ?? outputFault(options.output);
    if (fault !== undefined) return this.refused(fault);
    if (runs.active !== undefined) return undefined;
    const cut = interruptedRun(log.path);
    const waits = cut !== undefined && runs.find(cut.run) !== undefined;
    if (cut?.told === true && !waits) {
      runs.resume(newRun({ id: cut.run, messages: [], options: { ...cut.options, ...options }, resumes: true }));
    } else if (runs.startsAtOnce && !inbox.isEmpty) runs.resume(newRun({ messages: [], options }));
    else runs.resume();
    return runs.active ?? runs.recipient;
  }

  /** A run that has failed before it began. */
  refused(error: Error): Run {
    return this.refuse(this.#parts.newRun({ messages: [] }), error);
  }

  /** Ends a run that does not begin. */
  refuse(run: LiveRun, error: Error): LiveRun {
    run.refuse(error);
    return this.#ended(run, { kind: "failed", error: runError(error) });
  }

  /** The run that a message was said to which has come a second time. */
  #again(messageId: string): Run {
    const { log, admissions, runs, newRun } = this.#parts;
    const id = admissions.runOf(messageId);
    if (id === undefined) return this.refused(new EntryExistsError(messageId));
    if (runs.find(id) !== undefined || this.interrupted?.run === id) this.resume();
    const known = runs.find(id);
    if (known !== undefined) return known;
    const run = newRun({ id, messages: [] });
    run.take();
    const end = () => this.#ended(run, pastOutcome(log.entries, id, messageId));
    if (log.wholeFrom === 0) return end();
    void log
      .complete()
      .catch(() => undefined)
      .then(end);
    return run;
  }

  /** A run that is over without having been the live one here. */
  #ended(run: LiveRun, outcome: Outcome): LiveRun {
    run.end(outcome, this.#parts.journal.place({ type: "run_end", runId: run.id, outcome }));
    return run;
  }
}

/** How a run ended that a message was said to, as the log tells it. */
const pastOutcome = (entries: readonly Entry[], run: string, messageId: string): Outcome => {
  const end = entries.findLast((entry): entry is RunEndEntry => isRunEnd(entry) && entry.run === run);
  if (end !== undefined && end.outcome.kind !== "done") return end.outcome;
  const reply = end === undefined ? undefined : lastReply(entries, run);
  if (reply !== undefined) return { ...end?.outcome, kind: "done", reply };
  const cancelled = entries.findLast((entry) => isCancellation(entry) && entry.messages.includes(messageId));
  return { kind: "aborted", reason: cancelled !== undefined && isCancellation(cancelled) ? cancelled.reason : FORGOTTEN };
};

const FORGOTTEN = "It was told before, and what came of it is not known any more.";
