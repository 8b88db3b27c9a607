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
 * Goes to the next model of those that can be asked now, around the end; with a scope only through its models, each with
 * the level of thinking that the scope says of it. The model that there is when there is no other; undefined when there is
 * none at all. From a model outside of the scope it goes to the first.
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

/** Goes to the next level of thinking that the model has, around the end. */
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

/** Messages that one plugin may add until a person, or the API, begins a run. */
const MOST = 10;

/** What a plugin adds to a conversation. */
export interface Injection {
  /** The plugin, as `plugin:NAME`. It is kept with the message, and its messages are counted by it. */
  readonly source: string;
  /**
   * `user`: it is told to the model, in a run of its own where there is none, else when the run would end. `assistant`: it is
   * kept as if the model had said it, and no run begins for it; while one goes on, it is kept when the turn is over.
   */
  readonly role: "user" | "assistant";
  /** Told as it is: it names no skill and no template. */
  readonly content: string;
}

/**
 * Adds a message to the conversation on behalf of a plugin. The value is the run that a `user` message began, or became a
 * part of. A plugin may add 10 until a person, or the API, begins a run: one that began with plugins' words resets nothing.
 * @throws {InjectCapError} and nothing is kept.
 * @throws {EmptyPromptError}
 * @throws {TypeError} for another role.
 * @throws {ClosedError}
 * @throws {LogWriteError} it holds, but the store does not have it yet.
 */
export const inject = async (session: Session, { source, role, content }: Injection): Promise<Run | undefined> => {
  if (role !== "user" && role !== "assistant")
    throw new TypeError(`A plugin adds messages of the user or the assistant, not of ${String(role)}.`);
  if (content.trim() === "") throw new EmptyPromptError();
  if (injectedBy(session.state.injected, source) >= MOST) throw new InjectCapError(source, MOST);
  // In one step with the look at what was counted.
  const counted = session.append<InjectEntry>({ type: "inject", source, role });
  if (role === "user") {
    const run = session.prompt(content, { source, whenBusy: "followUp", expand: false });
    await counted;
    return run;
  }
  const isBusy = session.status === "running";
  const kept = session.append<MessageEntry>(assistantDraft(session, source, content));
  // What is a part of the turn would wait for itself; that the store does not take it is told by the session.
  if (isBusy) kept.catch(() => undefined);
  await waitForAll<unknown>(isBusy ? [counted] : [counted, kept]);
  return undefined;
};

/** Lets every plugin add as many again. @throws {ClosedError} @throws {LogWriteError} */
export const resetInjections = async (session: Session): Promise<void> => {
  await session.append<InjectResetEntry>({ type: "inject_reset" });
};

const assistantDraft = ({ state: { model } }: Session, source: string, text: string) =>
  messageDraft({ role: "assistant", content: [{ type: "text", text }], model, source, stop: "stop", usage: NO_USAGE });

/** The options of a prompt that has a run of its own. */
export interface PromptForOptions extends Omit<PromptOptions, "output" | "whenBusy">, Pick<OutputOptions, "repairs"> {
  /** Default: `reject`. */
  readonly whenBusy?: "reject" | "queue";
}

export interface PromptedFor<Value> {
  readonly outcome: Outcome;
  /** What the answer says, as the schema gives it; set exactly where the outcome is `done`. */
  readonly output?: Value;
}

/**
 * Prompts for an answer that fits a schema, and gives what it says with the schema's type: any Standard Schema that can say
 * itself as JSON Schema, as zod's do. What only the schema itself can judge, as a refinement, it judges of the answer that the
 * run came to: the model is not told, and the outcome has failed with `output_invalid`.
 * @throws {OutputSchemaError} before anything is asked.
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
  if (standard.jsonSchema === undefined) throw new OutputSchemaError(`one of ${standard.vendor} gives no JSON Schema; ${INSTEAD}`);
  try {
    return standard.jsonSchema.input({ target: "draft-2020-12" });
  } catch {
    throw new OutputSchemaError(`it cannot be said in JSON Schema; simplify it, or ${INSTEAD}`);
  }
};

const INSTEAD = "write one, and give it to session.prompt as output.schema.";

const keyOf = (segment: PropertyKey | StandardSchemaV1.PathSegment): string => String(typeof segment === "object" ? segment.key : segment);

/** What is asked just now, by the session's own agent or by any that works for it. A question of which it is told as `permission_ask` is among them until its reply. */
export const pendingQuestions = (session: Session): readonly Question[] => session.questions.map(({ question }) => question);

/**
 * Answers a question, whoever else is asked: the first answer counts, and what was put to the others is withdrawn. `settled`: it was answered or withdrawn
 * before, or never asked.
 * @param by whose answer it is, as the fact of it is to say; any name
 */
export const answerQuestion = (session: Session, id: string, answer: Answer, by?: string): "answered" | "settled" =>
  session.questions.find(({ question }) => question.id === id)?.answer(answer, by) ?? "settled";

/**
 * Adds what a person says to the conversation without asking the model: it reads it with the next prompt.
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
 * Begins the conversation anew: the model is told nothing of what came before, and the log keeps it. A run
 * that was cut short ends here.
 * @throws {SessionBusyError}
 * @throws {ClosedError}
 */
export const clear = async (session: Session): Promise<void> => {
  if (session.status === "running") throw new SessionBusyError();
  const cut = interruptedRun(session.entries);
  const reset: Draft<ResetEntry> = { type: "reset" };
  // In one step with the look at what was cut short: a prompt that comes meanwhile begins after all of it.
  await waitForAll<unknown>([...(cut === undefined ? [] : endingOf(cut)), reset].map((draft) => session.append<Entry>(draft)));
};

/** Drops all that was said and waits, and tells how much that was. The run goes on. */
export const clearQueue = (session: Session): number => {
  const { waiting } = session;
  for (const input of waiting) input.cancel("The queue was cleared.");
  return waiting.length;
};

/**
 * Takes the last compaction back that holds: what it summarised is told again as it was, down to the compaction before it.
 * The value is its id; undefined where none holds.
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
 * How full a session's context window is now, by its last response: tokens used and in all, and percent, 0 unused and 100
 * full. It may be running, and is not waited for; it may have been opened a moment ago, and have asked nothing yet.
 */
export const contextUsageOf = async (session: Session, models: Pick<Models, "list">): Promise<ContextUsage> => {
  const { model, usage } = session.state;
  const known = (await models.list()).find(({ info }) => info.reference === model);
  return contextUsage(usage.last, known?.info.contextWindow);
};

/**
 * The messages of a session's conversation, each with its id and time, as it stands now: where it was compacted, those that
 * the model is told as they are. It may be running.
 */
export const history = (session: Session): readonly MessageEntry[] => sinceBoundary(session.entries).entries.filter(isMessage);

/** Bookmarks an entry; null takes the bookmark away. @throws {ClosedError} */
export const label = async (session: Session, entryId: string, text: string | null): Promise<void> => {
  await session.append<LabelEntry>({ type: "label", target: entryId, label: text });
};
