import { type Entry, EntryExistsError, type Log } from "../../log/index.ts";
import {
  interruptedRun,
  isRunEnd,
  lastReply,
  type Outcome,
  type RunEndEntry,
  runError,
  type RunOptions,
  entryOptions,
} from "../../loop/index.ts";
import type { UserMessage } from "../../model/index.ts";
import { budgetFault } from "../../policy/index.ts";
import { EmptyPromptError, SessionBusyError } from "../errors.ts";
import { ClosedError, type SessionJournal } from "../../journal/index.ts";
import { type Admissions, type Inbox, isCancellation, type Receipt } from "../inbox/index.ts";
import { outputFault } from "../../output/index.ts";
import type { SessionResources } from "../resources/index.ts";
import type { LiveRun, LiveRunSetup } from "./live-run.ts";
import type { MessageQueue } from "./message-queue.ts";
import type { MessageOptions, PromptInput, PromptOptions, Run, WhenBusy } from "./run.ts";
import type { RunQueue } from "./run-queue.ts";

interface PromptsParts {
  readonly log: Log;
  readonly journal: SessionJournal;
  readonly admissions: Admissions;
  readonly inbox: Pick<Inbox, "isEmpty" | "take">;
  readonly runs: RunQueue;
  readonly messages: MessageQueue;
  readonly resources: SessionResources;
  readonly newRun: (setup: LiveRunSetup) => LiveRun;
  /** Returns true once the session is closed. */
  readonly closed: () => boolean;
}

const WHEN_BUSY: readonly WhenBusy[] = ["reject", "queue", "steer", "followUp"];

/** Turns prompts into runs. */
export class Prompts {
  readonly #parts: PromptsParts;

  constructor(parts: PromptsParts) {
    this.#parts = parts;
  }

  /** The interrupted run, unless another run is active. */
  get interrupted(): { readonly run: string; readonly turn: number } | undefined {
    const { runs, log } = this.#parts;
    const cut = runs.active === undefined ? interruptedRun(log.path.entries) : undefined;
    return cut?.hasMessages === true ? { run: cut.run, turn: cut.turn } : undefined;
  }

  take(typed: UserMessage | undefined, prompt: Omit<PromptOptions, "source">): Run {
    const { id, whenBusy = "reject", onClose = "refuse", expand = true, onEvent, ...options } = prompt;
    const { log, admissions, runs, messages, resources, newRun, closed } = this.#parts;
    if (closed()) return this.refused(new ClosedError());
    if (!WHEN_BUSY.includes(whenBusy)) return this.refused(new TypeError(`Invalid \`whenBusy\`: expected one of ${WHEN_BUSY.join(", ")}.`));
    if (typed === undefined) return this.refused(new EmptyPromptError());
    if (id !== undefined && admissions.knows(id)) return this.#again(id);
    const { recipient } = runs;
    if (recipient !== undefined && whenBusy === "reject") return this.refused(new SessionBusyError());
    const expansion = expand ? resources.expand(typed) : { message: typed };
    if ("error" in expansion) return this.refused(expansion.error);
    const { message } = expansion;
    if (message === undefined) return this.refused(new EmptyPromptError());
    const fault = budgetFault(options.budget ?? {}) ?? outputFault(options.output);
    if (fault !== undefined) return this.refused(fault);
    if (recipient !== undefined && whenBusy !== "queue" && whenBusy !== "reject") {
      messages.queue(whenBusy, message, { id, expand }, recipient);
      return recipient;
    }
    const messageId = id ?? log.mint();
    const literal = expand ? {} : { expand };
    const run = newRun({ messages: [{ id: messageId, message, ...literal }], options, outlives: onClose === "keep", onEvent });
    // A run that starts at once needs no admission, unless its message has an id that must be recognized later.
    if (!runs.startsAtOnce || id !== undefined || run.outlives) {
      const once = id === undefined ? {} : { once: true as const };
      admissions.admit({ messageId, message, how: "prompt", run: run.id, ...entryOptions(options), ...once, ...literal });
      run.take();
    }
    runs.add(run);
    return run;
  }

  /** Queues a message for the run that accepts it, else for the next one. */
  send(how: "steer" | "followUp", input: PromptInput, options: MessageOptions = {}): Receipt {
    const { runs, messages, closed } = this.#parts;
    return closed() ? "settled" : messages.send(how, input, options, runs.recipient);
  }

  /** Resumes the interrupted run, and then starts the queued ones. */
  resume(options: RunOptions = {}): Run | undefined {
    const { log, inbox, runs, newRun, closed } = this.#parts;
    if (closed()) return this.refused(new ClosedError());
    const fault = budgetFault(options.budget ?? {}) ?? outputFault(options.output);
    if (fault !== undefined) return this.refused(fault);
    if (runs.active !== undefined) return undefined;
    const cut = interruptedRun(log.path.entries);
    const isQueued = cut !== undefined && runs.find(cut.run) !== undefined;
    if (cut?.hasMessages === true && !isQueued) {
      runs.resume(newRun({ id: cut.run, messages: [], options: { ...cut.options, ...options }, resumes: true }));
    } else if (runs.startsAtOnce && !inbox.isEmpty) runs.resume(newRun({ messages: [], options }));
    else runs.resume();
    return runs.active ?? runs.recipient;
  }

  /** Returns a run that has failed before it began. */
  refused(error: Error): Run {
    return this.refuse(this.#parts.newRun({ messages: [] }), error);
  }

  /** Fails a run that does not begin. */
  refuse(run: LiveRun, error: Error): LiveRun {
    run.refuse(error);
    return this.#ended(run, { kind: "failed", error: runError(error) });
  }

  /** Returns the run of a message that has come a second time. */
  #again(messageId: string): Run {
    const { admissions, runs, newRun } = this.#parts;
    const id = admissions.runOf(messageId);
    if (id === undefined) return this.#withoutRun(messageId);
    if (runs.find(id) !== undefined || this.interrupted?.run === id) this.resume();
    const existing = runs.find(id);
    if (existing !== undefined) return existing;
    return this.#past(newRun({ id, messages: [] }), messageId);
  }

  /** Returns the run of a message that no run has delivered: it waits for the next one, or was cancelled. */
  #withoutRun(messageId: string): Run {
    const { admissions, newRun } = this.#parts;
    const early = admissions.waits(messageId) ? this.#early(messageId) : undefined;
    if (early !== undefined) return early;
    if (!admissions.wasAdmitted(messageId)) return this.refused(new EntryExistsError(messageId));
    return this.#past(newRun({ messages: [] }), messageId);
  }

  /** Ends a run with the outcome of the message's run, from the log. */
  #past(run: LiveRun, messageId: string): Run {
    const { log } = this.#parts;
    run.take();
    const end = () => this.#ended(run, pastOutcome(log.entries, run.id, messageId));
    if (log.wholeFrom === 0) return end();
    void log
      .complete()
      .catch(() => undefined)
      .then(end);
    return run;
  }

  /** Starts a run for a message that waits for the next one; returns the active run if that has taken it. */
  #early(messageId: string): Run | undefined {
    const { inbox, runs, newRun } = this.#parts;
    const queued = inbox.take(messageId);
    if (queued === undefined) return runs.active;
    const run = newRun({ messages: [queued] });
    run.take();
    runs.add(run);
    return run;
  }

  #ended(run: LiveRun, outcome: Outcome): LiveRun {
    return endUnbegun(run, outcome, this.#parts.journal);
  }
}

/** Ends a run that was never active in this process. Only its own readers receive the event. */
export const endUnbegun = (run: LiveRun, outcome: Outcome, journal: Pick<SessionJournal, "place">): LiveRun => {
  run.end(outcome, journal.place({ type: "run_end", runId: run.id, outcome }));
  return run;
};

/** Returns from the log how the run of a message ended. */
const pastOutcome = (entries: readonly Entry[], run: string, messageId: string): Outcome => {
  const end = entries.findLast((entry): entry is RunEndEntry => isRunEnd(entry) && entry.run === run);
  if (end !== undefined && end.outcome.kind !== "done") return end.outcome;
  const reply = end === undefined ? undefined : lastReply(entries, run);
  if (reply !== undefined) return { ...end?.outcome, kind: "done", reply };
  const cancelled = entries.findLast((entry) => isCancellation(entry) && entry.messages.includes(messageId));
  return { kind: "aborted", reason: cancelled !== undefined && isCancellation(cancelled) ? cancelled.reason : FORGOTTEN };
};

const FORGOTTEN = "The message was delivered before, and the log no longer has its outcome.";
