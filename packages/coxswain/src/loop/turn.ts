import type { AssistantMessage } from "../model/index.ts";
import { ask } from "./ask.ts";
import type { CallProgress, InterruptedTurn } from "./interrupted-run.ts";
import { runHooks, runTurnEndHooks } from "./run-hooks.ts";
import type { WholeMessage } from "./hooks.ts";
import { type Limit, type Outcome, type Queued, RunEnding, type TurnReport } from "./types.ts";
import type { Scope } from "./scope.ts";
import { runError } from "./errors.ts";
import { type Batch, runTools } from "./tool-batch.ts";
import { messageDraft, type MessageEntry } from "./entries.ts";
import type { Journal } from "./ports.ts";
import { waitForAll } from "../base/index.ts";

/** The result of a turn: another turn after these messages are delivered, or the end of the run. */
type Next = { readonly kind: "turn"; readonly messages: readonly Queued[] } | { readonly kind: "end"; readonly outcome: Outcome };

/** Runs one turn: one response of the model and its calls. `number` counts from 1 within the run. */
export const turn = (scope: Scope, number: number): Promise<Next> =>
  withTurnEvents(scope, number, async () => {
    const hooked = await runHooks(scope, (hook, signal) => hook.turnStart?.({ runId: scope.runId, turn: number }, signal));
    if (hooked.end !== undefined) return { kind: "end", outcome: hooked.end };
    await deliver(scope.ports.journal, scope.runId, hooked.messages ?? []);
    const answer = await ask(scope);
    if (answer.kind === "aborted") return aborted(scope);
    if (answer.kind === "limit") return limited(answer.limit);
    if (answer.kind === "failed") return { kind: "end", outcome: { kind: "failed", error: runError(answer.error) } };
    return runCalls(scope, number, answer);
  });

/** Finishes a turn that was interrupted after its response: runs the remaining calls, then decides like any other turn. */
export const finishTurn = (scope: Scope, number: number, turnSoFar: InterruptedTurn): Promise<Next> =>
  withTurnEvents(scope, number, () => runCalls(scope, number, turnSoFar, turnSoFar));

const withTurnEvents = async ({ ports: { journal }, runId }: Scope, number: number, body: () => Promise<Next>): Promise<Next> => {
  journal.emit({ type: "turn_start", runId, turn: number });
  try {
    return await body();
  } finally {
    journal.emit({ type: "turn_end", runId, turn: number });
  }
};

const runCalls = async (scope: Scope, number: number, answer: WholeMessage, progress?: CallProgress): Promise<Next> => {
  // The hooks of an interrupted turn ran before the crash.
  const hooked = progress === undefined ? await runHooks(scope, (hook, signal) => hook.postMessage?.(answer, signal)) : {};
  const batch = await runTools(scope, answer.id, answer.message, hooked, progress);
  return decide(scope, number, answer, batch);
};

const decide = async (scope: Scope, number: number, { id, message }: WholeMessage, batch: Batch): Promise<Next> => {
  const { inbox } = scope.ports;
  if (scope.signal.aborted) return aborted(scope);
  if (batch.denied) return limited({ name: "denied", message: "The run ended because a tool call was denied." });
  if (batch.end !== undefined) return { kind: "end", outcome: batch.end };
  const called = batch.results.length > 0;
  const last = !called && batch.messages.length === 0 && inbox.isEmpty;
  const hooked = await runTurnEndHooks(scope, { runId: scope.runId, turn: number, id, message, last });
  if (scope.signal.aborted) return aborted(scope);
  if (hooked.end !== undefined) return { kind: "end", outcome: hooked.end };
  const messages = [...batch.messages, ...(hooked.messages ?? [])];
  if (!called && messages.length === 0 && inbox.isEmpty) {
    // Synchronous with the check of the inbox: a later message belongs to the next run.
    inbox.settle();
    return message.stop === "length" ? limited(OUTPUT_LIMIT) : { kind: "end", outcome: done(message, hooked.output) };
  }
  const limit = firstLimit(scope, { turn: number, message, results: batch.results });
  if (limit !== undefined) return limited(limit);
  return { kind: "turn", messages: [...messages, ...(called || messages.length > 0 ? inbox.takeSteering() : inbox.takeNext())] };
};

const done = (reply: AssistantMessage, output: unknown): Outcome => ({ kind: "done", reply, ...(output === undefined ? {} : { output }) });

const OUTPUT_LIMIT: Limit = {
  name: "output_tokens",
  message: "The model's last answer was truncated at its limit of output tokens.",
};

const firstLimit = (scope: Scope, report: TurnReport): Limit | undefined =>
  scope.stopConditions.map((judge) => judge(report)).find((limit) => limit !== undefined);

const limited = (limit: Limit): Next => ({ kind: "end", outcome: { kind: "limit", limit } });

const aborted = ({ signal: { reason } }: Scope): Next => {
  if (reason instanceof RunEnding) return { kind: "end", outcome: reason.outcome };
  return { kind: "end", outcome: { kind: "aborted", ...(typeof reason === "string" ? { reason } : {}) } };
};

/**
 * Appends messages to the log, durable before the model sees them. All are appended at once: none is lost if the store
 * rejects one, and a thousand messages wait for the disk together.
 */
export const deliver = async (journal: Journal, run: string, messages: readonly Queued[]): Promise<void> => {
  await waitForAll(messages.map((queued) => deliverOne(journal, run, queued)));
};

const deliverOne = async (journal: Journal, run: string, { id, message }: Queued): Promise<void> => {
  journal.emit({ type: "message_start", messageId: id, role: "user" });
  await journal.append<MessageEntry>(messageDraft(message, run, id));
  await journal.sync("message");
  journal.emit({ type: "message_end", messageId: id, message });
};
