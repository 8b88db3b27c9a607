import type { Clock } from "../base/index.ts";
import type { Draft, Entry, Fold } from "../log/index.ts";
import type { AssistantMessage, Model, ModelError, ModelRequest } from "../model/index.ts";
import type { AgentRef, RunEvent } from "./event.ts";
import type { Gate } from "./gate.ts";
import type { RunHook } from "./hooks.ts";
import type { Jobs } from "./jobs.ts";
import type { JsonSchema, Limit, Queued } from "./types.ts";
import type { AgentSetup, Tool } from "./tool.ts";
import type { SubAgent } from "./sub-agent.ts";

/** All that the loop needs from outside. */
export interface Ports {
  readonly context: Context;
  readonly tools: Tools;
  readonly gate: Gate;
  readonly inbox: Inbox;
  readonly journal: Journal;
  readonly recovery: Recovery;
  readonly clock: Clock;
  /** Called in this order. Default: none. */
  readonly hooks?: readonly RunHook[] | undefined;
  /** Absent: tools can make no agents. */
  readonly agents?: Agents | undefined;
  /** Absent: no command outlives its call. */
  readonly jobs?: Jobs | undefined;
}

/** What the model is sent, and which model it is: asked anew for each request. */
export interface Context {
  /** Once the signal has aborted, it holds on to nothing. */
  prepare(signal: AbortSignal): Promise<Prepared>;
}

/** A request that may be made, or the limit that it would go beyond. */
type Prepared = RequestToMake | { readonly kind: "limit"; readonly limit: Limit };

export interface RequestToMake {
  readonly kind: "request";
  readonly model: Model;
  /** Its list of messages may grow in place when the next one is prepared. */
  readonly request: Omit<ModelRequest, "signal">;
  /** Called when the first of the answer has come. */
  readonly begun: () => void;
  /** Called once, when nothing more comes of it: with the whole message that it brought, which is in the log. */
  close(answer?: { readonly id: string; readonly message: AssistantMessage }): void;
}

/** What is done about requests that fail. */
export interface Recovery {
  /** A response is wanted. */
  begin(): Attempts;
}

/** The attempts at one response. */
export interface Attempts {
  /** What may let the next attempt succeed: a wait, a shorter history, another model. Undefined: nothing more is to be tried. */
  remedyFor(error: ModelError): Remedy | undefined;
  /** Always called, once: the response came whole, or nothing more is tried. */
  end(succeeded: boolean): void;
}

/** Resolves when it is time to ask again, at once when the signal aborts; or with the failure that nothing helps against. */
export type Remedy = (signal: AbortSignal) => Promise<ModelError | undefined>;

export interface Tools {
  find(name: string): Tool | undefined;
  /** Names that can be called now, for an error that helps. */
  names(): readonly string[];
  /** What is wrong with a value by a JSON Schema, a line each. */
  schemaProblems(schema: JsonSchema, value: unknown): Promise<readonly string[]>;
}

/** Messages that wait to be told to the model. All is synchronous: between two calls nothing else happens. */
export interface Inbox {
  readonly hasSteering: boolean;
  /** Neither steering nor follow-ups. */
  readonly isEmpty: boolean;
  /** Takes all that steers. */
  takeSteering(): readonly Queued[];
  /** Takes all that steers, or else all follow-ups. */
  takeNext(): readonly Queued[];
  /** The run has ended: nothing can be queued for it any more. */
  settle(): void;
}

/** When facts may have to be safe: a message before the model sees it, an intent before it is acted on, a result after it. */
export type SyncMoment = "message" | "intent" | "result";

/** The session's log and its stream of events. */
export interface Journal {
  readonly path: readonly Entry[];
  /** An id for an entry that is appended later. */
  mint(): string;
  append<E extends Entry>(draft: Draft<E>): Promise<E>;
  /** Appends a fact that is somebody else's. @throws {TypeError} it is not what its type says. */
  appendUntrusted<E extends Entry>(draft: Draft<E>): Promise<E>;
  /** Resolves when all that was appended survives a loss of power, where that is wanted at such a moment. */
  sync(moment: SyncMoment): Promise<void>;
  view<State>(fold: Fold<State>): State;
  emit(event: RunEvent): void;
}

/** Makes agents for one tool call that runs. */
export interface Agents {
  /** The agent whose call it is. */
  readonly self: AgentRef;
  /** The tools that this agent has now. */
  tools(): readonly Tool[];
  /** Agents of one call: made when the first is wanted. The signal is the run's. */
  open(call: { readonly messageId: string; readonly callId: string }, signal: AbortSignal): AgentScope;
}

/** The agents of one call. */
export interface AgentScope {
  spawn(setup: AgentSetup): Promise<SubAgent>;
  /** Ends all that still work, and waits for them a bounded time. */
  close(): Promise<void>;
}
