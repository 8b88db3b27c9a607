import {
  clampThinking,
  type ContextUsage,
  contextUsage,
  type ModelInfo,
  type Models,
  NO_USAGE,
  type ScopedModel,
  type Thinking,
  THINKING_LEVELS,
} from "../model/index.ts";
import type { Session } from "./session.ts";
import {
  endingOf,
  interruptedRun,
  isMessage,
  type JsonSchema,
  messageDraft,
  type MessageEntry,
  type Outcome,
  type OutputOptions,
  runError,
  type UserAnswer,
} from "../loop/index.ts";
import { waitForAll } from "../base/index.ts";
import { EmptyPromptError, InjectCapError, SessionBusyError } from "./errors.ts";
import { type PromptInput, type PromptOptions, type Run, userMessage } from "./runs/index.ts";
import { injectedBy, type InjectEntry, type InjectResetEntry, type LabelEntry } from "../journal/index.ts";
import type { StandardJSONSchemaV1, StandardSchemaV1 } from "@standard-schema/spec";
import { checkOutputSchema, OutputInvalidError, OutputSchemaError } from "../output/index.ts";
import type { Answer, Question } from "../policy/index.ts";
import { lastCompaction, type ResetEntry, sinceBoundary, type UncompactEntry } from "../context/index.ts";
import type { Draft, Entry } from "../log/index.ts";

export type Direction = "forward" | "backward";

/**
 * Switches to the next available model, from the last to the first one. `scope` limits the models, and sets the thinking level of each; from a
 * model outside the scope it switches to the first one. Returns the model that the session has then, or undefined if none is available.
 */
export const cycleModel = async (
  session: Session,
  models: Models,
  direction: Direction = "forward",
  scope?: readonly ScopedModel[],
): Promise<ModelInfo | undefined> => {
  const available = (await models.list()).filter((entry) => entry.available);
  const open = new Set(available.map(({ info }) => info.reference));
  const candidates: readonly ScopedModel[] = scope === undefined ? available : scope.filter(({ info }) => open.has(info.reference));
  const { model, thinking } = session.state;
  const at = candidates.findIndex(({ info }) => info.reference === model);
  const next = neighbour(candidates, at, direction);
  if (next === undefined) return undefined;
  const change = {
    ...(next.info.reference === model ? {} : { model: next.info.reference }),
    ...(next.thinking === undefined || next.thinking === thinking ? {} : { thinking: next.thinking }),
  };
  if (Object.keys(change).length > 0) await session.set(change);
  return next.info;
};

/** Switches to the next thinking level that the model supports, from the last to the first one. */
export const cycleThinking = async (session: Session, info: ModelInfo, direction: Direction = "forward"): Promise<Thinking> => {
  const levels = THINKING_LEVELS.filter((level) => info.thinking.includes(level));
  const next = neighbour(levels, levels.indexOf(clampThinking(session.state.thinking, levels)), direction) ?? "off";
  if (next !== session.state.thinking) await session.set({ thinking: next });
  return next;
};

const neighbour = <Item>(items: readonly Item[], at: number, direction: Direction): Item | undefined => {
  if (at < 0) return items[0];
  return items[(at + (direction === "forward" ? 1 : items.length - 1)) % items.length];
};

/** Messages that one plugin may add until the user, or the API, starts a run. */
const MOST = 10;

/** A message that a plugin adds to a conversation. */
export interface Injection {
  /** The plugin, as `plugin:NAME`. Stored with the message; the limit counts by it. */
  readonly source: string;
  /**
   * `user`: the model gets the message, in a new run if none is active, else when the run would end. `assistant`: the message
   * is stored as the model's own, at the end of the turn while a run is active, and starts no run.
   */
  readonly role: "user" | "assistant";
  /** Skills and prompt templates are not expanded. */
  readonly content: string;
}

/**
 * Adds a message to the conversation for a plugin. Returns the run that a `user` message started or joined. A plugin may add
 * 10 messages until the user, or the API, starts a run; a run that a plugin starts does not reset the count.
 * @throws {InjectCapError} and adds nothing.
 * @throws {EmptyPromptError}
 * @throws {TypeError} if the role is invalid.
 * @throws {ClosedError}
 * @throws {LogWriteError} the message is added, but not stored yet.
 */
export const inject = async (session: Session, { source, role, content }: Injection): Promise<Run | undefined> => {
  if (role !== "user" && role !== "assistant") throw new TypeError(`Invalid role ${String(role)}: expected user or assistant.`);
  if (content.trim() === "") throw new EmptyPromptError();
  if (injectedBy(session.state.injected, source) >= MOST) throw new InjectCapError(source, MOST);
  // In the same step as the check of the count.
  const counted = session.append<InjectEntry>({ type: "inject", source, role });
  if (role === "user") {
    const run = session.prompt(content, { source, whenBusy: "followUp", expand: false });
    await counted;
    return run;
  }
  const isBusy = session.status === "running";
  const appended = session.append<MessageEntry>(assistantDraft(session, source, content));
  // A caller inside the turn would wait for itself; the session reports a failing store.
  if (isBusy) appended.catch(() => undefined);
  await waitForAll<unknown>(isBusy ? [counted] : [counted, appended]);
  return undefined;
};

/** Resets the counts of all plugins. @throws {ClosedError} @throws {LogWriteError} */
export const resetInjections = async (session: Session): Promise<void> => {
  await session.append<InjectResetEntry>({ type: "inject_reset" });
};

const assistantDraft = ({ state: { model } }: Session, source: string, text: string) =>
  messageDraft({ role: "assistant", content: [{ type: "text", text }], model, source, stop: "stop", usage: NO_USAGE });

/** Options of a prompt with a separate run. */
export interface PromptForOptions extends Omit<PromptOptions, "output" | "whenBusy">, Pick<OutputOptions, "repairs"> {
  /** Default: `reject`. */
  readonly whenBusy?: "reject" | "queue";
}

export interface PromptedFor<Value> {
  readonly outcome: Outcome;
  /** The answer as the schema parsed it; set if and only if the outcome is `done`. */
  readonly output?: Value;
}

/**
 * Prompts for an answer that matches a schema, and returns the parsed value. Takes any Standard Schema that converts to JSON
 * Schema, as zod's do. Rules that JSON Schema cannot express, as refinements, are checked after the run: the model gets no
 * second try, and the outcome has failed with `output_invalid`.
 * @throws {OutputSchemaError} before the first request.
 */
export const promptFor = async <Value>(
  session: Session,
  input: PromptInput,
  schema: StandardSchemaV1<unknown, Value>,
  { repairs, ...options }: PromptForOptions = {},
): Promise<PromptedFor<Value>> => {
  const output: OutputOptions = { schema: checkOutputSchema(jsonSchemaOf(schema)), ...(repairs === undefined ? {} : { repairs }) };
  const outcome = await session.prompt(input, { ...options, output }).outcome;
  if (outcome.kind !== "done") return { outcome };
  const result = await schema["~standard"].validate(outcome.output);
  if (result.issues === undefined) return { outcome, output: result.value };
  const problems = result.issues.map(({ message, path = [] }) => [...path.map(keyOf), message].join(": "));
  return { outcome: { kind: "failed", error: runError(new OutputInvalidError(problems)) } };
};

const jsonSchemaOf = (schema: StandardSchemaV1): JsonSchema => {
  const standard: StandardSchemaV1["~standard"] & Partial<StandardJSONSchemaV1.Props> = schema["~standard"];
  if (standard.jsonSchema === undefined)
    throw new OutputSchemaError(`a schema of ${standard.vendor} cannot be converted to JSON Schema; ${INSTEAD}`);
  try {
    return standard.jsonSchema.input({ target: "draft-2020-12" });
  } catch {
    throw new OutputSchemaError(`it cannot be converted to JSON Schema; simplify it, or ${INSTEAD}`);
  }
};

const INSTEAD = "write one, and pass it to session.prompt as output.schema.";

const keyOf = (segment: PropertyKey | StandardSchemaV1.PathSegment): string => String(typeof segment === "object" ? segment.key : segment);

/** Open permission questions of the session and its agents. A question is open from its `permission_ask` event until its reply. */
export const pendingQuestions = (session: Session): readonly Question[] => session.questions.map(({ question }) => question);

/**
 * Answers a permission question. The first answer counts; for other clients the question is withdrawn. Returns `settled` if the question was answered or
 * withdrawn before, or does not exist.
 * @param by name of the answer's author, for the log
 */
export const answerQuestion = (session: Session, id: string, answer: Answer, by?: string): "answered" | "settled" =>
  session.questions.find(({ question }) => question.id === id)?.answer(answer, by) ?? "settled";

/**
 * Answers a question of the model with chosen labels or the user's own words. The first answer counts. Returns `settled` if the question
 * was answered or withdrawn before, or does not exist.
 * @param answer empty: the user gives no answer
 * @param by name of the answer's author, for the log
 */
export const answerUserQuestion = (session: Session, id: string, answer: UserAnswer, by?: string): "answered" | "settled" =>
  session.userQuestions.find((question) => question.id === id)?.answer(answer, by) ?? "settled";

/**
 * Adds a user message without a request to the model, which sees it with the next prompt.
 * @throws {SessionBusyError}
 * @throws {EmptyPromptError}
 * @throws {ClosedError}
 */
export const addUserTurn = async (session: Session, input: PromptInput): Promise<void> => {
  const message = userMessage(input);
  if (message === undefined) throw new EmptyPromptError();
  if (session.status === "running") throw new SessionBusyError();
  await session.append<MessageEntry>(messageDraft(message));
};

/**
 * Resets the conversation: the model no longer sees earlier messages; the log preserves them. Ends an
 * interrupted run.
 * @throws {SessionBusyError}
 * @throws {ClosedError}
 */
export const clear = async (session: Session): Promise<void> => {
  if (session.status === "running") throw new SessionBusyError();
  const cut = interruptedRun(session.entries);
  const reset: Draft<ResetEntry> = { type: "reset" };
  // In the same step as the check for an interrupted run, so that a prompt made meanwhile starts after all of it.
  await waitForAll<unknown>([...(cut === undefined ? [] : endingOf(cut)), reset].map((draft) => session.append<Entry>(draft)));
};

/** Cancels all queued messages and prompts, and returns their number. The active run continues. */
export const clearQueue = (session: Session): number => {
  const { waiting } = session;
  for (const input of waiting) input.cancel("The queue was cleared.");
  return waiting.length;
};

/**
 * Reverts the last compaction: the model sees the messages that it summarized again, back to the compaction before it.
 * Returns its id, or undefined if there is none.
 * @throws {SessionBusyError}
 * @throws {ClosedError}
 * @throws {LogWriteError}
 */
export const uncompact = async (session: Session): Promise<string | undefined> => {
  if (session.status === "running") throw new SessionBusyError();
  const last = lastCompaction(session.entries);
  if (last !== undefined) await session.append<UncompactEntry>({ type: "uncompact", target: last.id });
  return last?.id;
};

/**
 * Returns the usage of a session's context window after its last response: tokens used, window, and percent (0 unused, 100
 * full). Works on a running session, and on one without requests.
 */
export const contextUsageOf = async (session: Session, models: Pick<Models, "list">): Promise<ContextUsage> => {
  const { model, usage } = session.state;
  const listed = (await models.list()).find(({ info }) => info.reference === model);
  return contextUsage(usage.window, listed?.info.contextWindow);
};

/**
 * Returns the messages of the conversation, each with its id and time. After a compaction these are the messages that the model
 * still sees in full. Works on a running session.
 */
export const history = (session: Session): readonly MessageEntry[] => sinceBoundary(session.entries).entries.filter(isMessage);

/** Labels an entry; null removes its label. @throws {ClosedError} */
export const label = async (session: Session, entryId: string, text: string | null): Promise<void> => {
  await session.append<LabelEntry>({ type: "label", target: entryId, label: text });
};
