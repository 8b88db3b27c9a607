import { type RunSetup, openScope } from "./scope.ts";
import type { Draft, Entry } from "../log/index.ts";
import { type AssistantMessage, textOf } from "../model/index.ts";
import { type InterruptedRun, interruptedRun, endingOf } from "./interrupted-run.ts";
import { deliver, finishTurn, turn } from "./turn.ts";
import { lastReply, type RunEndEntry, type RunResumeEntry, type RunStartEntry } from "./entries.ts";
import { type Outcome, entryOptions } from "./types.ts";
import type { Journal, Ports } from "./ports.ts";
import { runError } from "./errors.ts";
import { waitForAll } from "../base/index.ts";

/**
 * Runs turns until there is no more work. Always returns an outcome, and never throws. The caller emits `run_end` after all
 * other events. If the path ends inside a run, that run is resumed if it has the same id, and closed first if it has another.
 */
export const run = async (ports: Ports, setup: RunSetup): Promise<Outcome> => {
  const { journal, inbox } = ports;
  const { runId } = setup;
  const unfinished = interruptedRun(journal.path);
  const resumed = unfinished?.run === runId ? unfinished : undefined;
  journal.emit({ type: "run_start", runId, ...(resumed === undefined ? {} : { resumed: true }) });
  const started =
    resumed === undefined ? start(journal, setup, unfinished) : journal.append<RunResumeEntry>({ type: "run_resume", run: runId });
  const ending = await turns(ports, setup, started, resumed).catch((error: unknown): Outcome => ({
    kind: "failed",
    error: runError(error),
  }));
  const outcome = ending.kind === "limit" ? withReply(ending, lastReply(journal.path, runId, hasText)) : ending;
  inbox.settle();
  await journal.append<RunEndEntry>({ type: "run_end", run: runId, outcome: withoutReply(outcome) }).catch(() => undefined);
  return outcome;
};

/** Appends everything at once, so that all of it is on the path even if the store rejects it. */
const start = async (journal: Journal, { runId, runOptions = {} }: RunSetup, unfinished: InterruptedRun | undefined): Promise<void> => {
  const closing = unfinished === undefined ? [] : endingOf(unfinished);
  const runStart: Draft<RunStartEntry> = { type: "run_start", run: runId, ...entryOptions(runOptions) };
  await waitForAll<unknown>([...closing, runStart].map((draft) => journal.append<Entry>(draft)));
};

const turns = async (ports: Ports, setup: RunSetup, started: Promise<unknown>, resumed: InterruptedRun | undefined): Promise<Outcome> => {
  const { journal, expand } = ports;
  const { runId } = setup;
  await waitForAll<unknown>([started, deliver(journal, runId, setup.messages)]);
  const scope = openScope(ports, setup);
  for (const report of resumed?.ended ?? []) for (const judge of scope.stopConditions) judge(report);

  let number = resumed?.turn ?? 1;
  let next = resumed?.last === undefined ? await turn(scope, number) : await finishTurn(scope, number, resumed.last);
  while (next.kind === "turn") {
    const messages = expand === undefined ? next.messages : await expand(next.messages, setup.signal);
    await deliver(journal, runId, messages);
    number += 1;
    next = await turn(scope, number);
  }
  return next.outcome;
};

const hasText = (message: AssistantMessage): boolean => textOf(message) !== "";

const withReply = (outcome: Extract<Outcome, { kind: "limit" }>, reply: AssistantMessage | undefined): Outcome =>
  reply === undefined ? outcome : { ...outcome, reply };

const withoutReply = (outcome: Outcome): RunEndEntry["outcome"] => {
  if (outcome.kind === "done") return { kind: "done", ...(outcome.output === undefined ? {} : { output: outcome.output }) };
  return outcome.kind === "limit" ? { kind: "limit", limit: outcome.limit } : outcome;
};
