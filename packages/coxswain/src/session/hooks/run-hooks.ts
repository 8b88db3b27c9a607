import { type Block, type HooksOutcome, HookDeniedError, type SessionHooks } from "../../hooks/index.ts";
import type {
  EndedCall,
  HookEvent,
  HookMessages,
  Outcome,
  Queued,
  RunHook,
  ToolRuling,
  TurnStart,
  TurnEnd,
  ValidCall,
  WholeMessage,
} from "../../loop/index.ts";
import type { Clock } from "../../base/index.ts";
import { textOf, toolCalls, type UserPart } from "../../model/index.ts";
import type { SessionJournal } from "../../journal/index.ts";
import type { LiveRun } from "../runs/index.ts";

/** Number of times that hooks may continue a run that would end. */
const MAX_CONTINUATIONS = 10;
/** Milliseconds that `run_end` hooks get after an abort. */
const RUN_END_TIMEOUT = 5_000;

interface RunHooksParts {
  readonly hooks: SessionHooks;
  readonly journal: SessionJournal;
  readonly clock: Clock;
  readonly run: Pick<LiveRun, "id" | "signal">;
}

/** The runtime's hooks around one run, from before its start to its end. */
export class RunHooks implements RunHook {
  readonly #parts: RunHooksParts;
  /** Arguments that hooks changed, by call id. */
  readonly #inputs = new Map<string, unknown>();
  /** Messages of `pre_tool` hooks, which follow the call's result, by call id. */
  readonly #before = new Map<string, HooksOutcome<HookEvent>["messages"]>();
  /** Set when a hook denied a call and stopped the run. */
  #stopped: Outcome | undefined;
  #continuations = 0;
  #turnSystem: string | undefined;

  constructor(parts: RunHooksParts) {
    this.#parts = parts;
  }

  /** Runs the `before_run` hooks, before the run appends anything. */
  async beforeRun(messages: readonly Queued[]): Promise<RunBeginning> {
    const { hooks, run } = this.#parts;
    if (!hooks.has("before_run")) return { kind: "continue", messages, joined: [] };
    const prompt = promptOf(messages);
    const { input, block } = await hooks.run("before_run", { runId: run.id, prompt }, run.signal);
    if (block !== undefined) {
      this.#emitBlock("before_run", block, { what: "run" });
      return { kind: "denied", error: new HookDeniedError("run", block) };
    }
    const isOther = input.prompt !== prompt && input.prompt.trim() !== "";
    const prompted = isOther ? withPrompt(messages, input.prompt) : { messages, joined: [] };
    return { kind: "continue", ...prompted, ...(input.system === undefined ? {} : { system: input.system }) };
  }

  /** Text that `turn_start` hooks added to the system prompt; undefined: none so far. */
  get turnSystem(): string | undefined {
    return this.#turnSystem;
  }

  async turnStart({ runId, turn }: TurnStart, signal: AbortSignal): Promise<HookMessages> {
    const { hooks } = this.#parts;
    if (!hooks.has("turn_start")) return {};
    const hooked = await hooks.run("turn_start", { runId, turn }, signal);
    this.#turnSystem = hooked.input.system ?? this.#turnSystem;
    return this.#messages("turn_start", hooked);
  }

  async postMessage({ id, message }: WholeMessage, signal: AbortSignal): Promise<HookMessages> {
    const { hooks, run } = this.#parts;
    if (!hooks.has("post_message")) return {};
    const result = await hooks.run("post_message", { runId: run.id, messageId: id, message }, signal);
    return this.#messages("post_message", result, toolCalls(message).length === 0);
  }

  async preTool({ call, tool }: ValidCall, signal: AbortSignal): Promise<ToolRuling> {
    const { hooks, run } = this.#parts;
    if (!hooks.has("pre_tool")) return CONTINUE;
    const about = { runId: run.id, callId: call.id, tool: tool.name, effect: tool.effect, input: call.input };
    const { input, messages, block } = await hooks.run("pre_tool", about, signal);
    if (messages.length > 0) this.#before.set(call.id, messages);
    if (block !== undefined) {
      this.#emitBlock("pre_tool", block, { what: block.stops ? "run" : "call", callId: call.id });
      if (block.stops) this.#stopped = limitOf(block);
      return { kind: "deny", reason: `the hook ${block.hook} denied it: ${block.reason}`, ...(block.stops ? { stop: true } : {}) };
    }
    const changed = input.input !== call.input;
    if (changed) this.#inputs.set(call.id, input.input);
    return { kind: "continue", ...(changed ? { input: input.input } : {}), ...(input.ask === undefined ? {} : { ask: input.ask }) };
  }

  async postTool({ call, result }: EndedCall, signal: AbortSignal): Promise<HookMessages> {
    const { hooks, run } = this.#parts;
    const stopped: HookMessages = this.#stopped === undefined ? {} : { end: this.#stopped };
    const before = this.#before.get(call.id) ?? [];
    if (!hooks.has("post_tool")) return { ...this.#messages("pre_tool", { messages: before }), ...stopped };
    const input = this.#inputs.has(call.id) ? this.#inputs.get(call.id) : call.input;
    const hooked = await hooks.run("post_tool", { runId: run.id, callId: call.id, tool: call.name, input, result }, signal);
    return { ...this.#messages("post_tool", { ...hooked, messages: [...before, ...hooked.messages] }), ...stopped };
  }

  async turnEnd({ runId, turn, id, message, last }: TurnEnd, signal: AbortSignal): Promise<HookMessages> {
    const { hooks } = this.#parts;
    this.#inputs.clear();
    this.#before.clear();
    if (!hooks.has("turn_end")) return {};
    const results = await hooks.run("turn_end", { runId, turn, messageId: id, message, last, continuations: this.#continuations }, signal);
    // A run that ends anyway need not be stopped.
    if (last && results.block !== undefined) return {};
    return this.#messages("turn_end", results, last);
  }

  /** Runs the `run_end` hooks, which cannot change the outcome. After an abort they have limited time. */
  async runEnd(outcome: Outcome): Promise<void> {
    const { hooks, run, clock } = this.#parts;
    if (!hooks.has("run_end")) return;
    const ended = new AbortController();
    const late = new AbortController();
    if (run.signal.aborted) void clock.sleep(RUN_END_TIMEOUT, ended.signal).then(() => late.abort());
    await hooks.run("run_end", { runId: run.id, outcome }, run.signal.aborted ? late.signal : run.signal);
    ended.abort();
  }

  /** `keeps`: messages of the hooks continue a run that would end. */
  #messages(event: HookEvent, { messages, block }: Pick<HooksOutcome<HookEvent>, "messages" | "block">, keeps = false): HookMessages {
    if (block !== undefined) {
      this.#emitBlock(event, block, { what: "run" });
      return { end: limitOf(block) };
    }
    if (messages.length === 0) return {};
    if (keeps) {
      this.#continuations += 1;
      if (this.#continuations > MAX_CONTINUATIONS) return this.#endDespiteHooks();
    }
    const { journal } = this.#parts;
    return { messages: hookMessages(messages, () => journal.mint()) };
  }

  #endDespiteHooks(): HookMessages {
    const { journal } = this.#parts;
    journal.emit({
      type: "warning",
      message: `Hooks have continued this run ${MAX_CONTINUATIONS} times, which is the limit. The run ends.`,
    });
    return {};
  }

  #emitBlock(event: HookEvent, { hook, reason }: Block, about: { readonly what: "run" | "call"; readonly callId?: string }): void {
    this.#parts.journal.emit({ type: "hook_block", hook, event, reason, ...about });
  }
}

const CONTINUE: ToolRuling = { kind: "continue" };

const limitOf = ({ hook, reason }: Block): Outcome => ({
  kind: "limit",
  limit: { name: "hook", message: `The hook ${hook} ended the run: ${reason}` },
});

/** Returns the output of hooks as messages, which name the hook. */
const hookMessages = (messages: HooksOutcome<HookEvent>["messages"], mint: () => string): readonly Queued[] =>
  messages.map(({ hook, text }) => ({
    id: mint(),
    message: { role: "user", content: [{ type: "text", text: `[Message of the hook ${hook}:]\n\n${text}` }], source: `hook:${hook}` },
  }));

/** The result of the `before_run` hooks. */
type RunBeginning =
  | { readonly kind: "denied"; readonly error: HookDeniedError }
  | {
      readonly kind: "continue";
      readonly messages: readonly Queued[];
      /** Messages that a hook merged into the first one of `messages`. */
      readonly joined: readonly Queued[];
      /** Added to its system prompt. */
      readonly system?: string;
    };

/** Returns the text of a run's messages. */
const promptOf = (messages: readonly Queued[]): string => messages.map(({ message }) => textOf(message)).join("\n\n");

/** Merges messages into one with this text, followed by their other parts. */
const withPrompt = (messages: readonly Queued[], text: string): Omit<Extract<RunBeginning, { kind: "continue" }>, "kind" | "system"> => {
  const [first, ...joined] = messages;
  if (first === undefined) return { messages, joined };
  const others = messages.flatMap(({ message }) => message.content.filter((part) => part.type !== "text"));
  const content: readonly UserPart[] = [{ type: "text", text }, ...others];
  const { source } = first.message;
  return { messages: [{ id: first.id, message: { role: "user", content, ...(source === undefined ? {} : { source }) } }], joined };
};
