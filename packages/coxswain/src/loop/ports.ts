import type { Clock } from "../base/index.ts";
import type { Draft, Entry, Fold } from "../log/index.ts";
import type { AssistantMessage, Model, ModelError, ModelRequest } from "../model/index.ts";
import type { AgentRef, RunEvent } from "./event.ts";
import type { Gate, PermissionRequest } from "./gate.ts";
import type { RunHook } from "./hooks.ts";
import type { Jobs } from "./jobs.ts";
import type { Effect, JsonSchema, Limit, Queued } from "./types.ts";
import type { AgentSetup, Tool } from "./tool.ts";
import type { SubAgent } from "./sub-agent.ts";
import type { UserQuestions } from "./user-question.ts";

/** Everything that the loop needs from outside. */
export interface Ports {
  readonly context: Context;
  readonly tools: Tools;
  readonly gate: Gate;
  readonly inbox: Inbox;
  readonly journal: Journal;
  /** Expands names in messages that arrived during the run, before they are delivered. Never rejects. Absent: there are none. */
  readonly expand?: ((messages: readonly Queued[], signal: AbortSignal) => Promise<readonly Queued[]>) | undefined;
  readonly recovery: Recovery;
  readonly clock: Clock;
  /** Called in this order. Default: none. */
  readonly hooks?: readonly RunHook[] | undefined;
  /** Absent: tools cannot spawn agents. */
  readonly agents?: Agents | undefined;
  /** Absent: commands end with their call. */
  readonly jobs?: Jobs | undefined;
  /** Absent: changes of files are not recorded. */
  readonly changes?: Changes | undefined;
  /** Absent: questions of tools to the user are not recorded. */
  readonly questions?: UserQuestions | undefined;
}

/** Builds each request: its content, and its model. */
export interface Context {
  /** Releases all resources when the signal aborts. */
  prepare(signal: AbortSignal): Promise<Prepared>;
}

/** A request that may be sent, or the limit that it would exceed. */
type Prepared = PreparedRequest | { readonly kind: "limit"; readonly limit: Limit };

export interface PreparedRequest {
  readonly kind: "request";
  readonly model: Model;
  /** Its list of messages may grow in place when the next request is prepared. */
  readonly request: Omit<ModelRequest, "signal">;
  /** Called when the first part of the response has arrived. */
  readonly onFirstPart: () => void;
  /** Called once, at the end of the request. `answer`: the complete message, which is in the log; absent without one. */
  close(answer?: { readonly id: string; readonly message: AssistantMessage }): void;
}

/** Decides how to recover from failed requests. */
export interface Recovery {
  /** Begins the attempts at one response. */
  begin(): Attempts;
}

/** The attempts at one response. */
export interface Attempts {
  /** Returns a remedy before the next attempt: a wait, a shorter history, another model. Undefined: give up. */
  remedyFor(error: ModelError): Remedy | undefined;
  /** Always called, exactly once: after a complete response, or after the last attempt. */
  end(succeeded: boolean): void;
}

/** Resolves when the next attempt may start, at once when the signal aborts; or with an error that ends the attempts. */
export type Remedy = (signal: AbortSignal) => Promise<ModelError | undefined>;

export interface Tools {
  find(name: string): Tool | undefined;
  /** Names of the tools that can be called now, for error messages. */
  names(): readonly string[];
  /** Returns the violations of a JSON Schema, one line each. */
  schemaProblems(schema: JsonSchema, value: unknown): Promise<readonly string[]>;
}

/** Messages queued for the model. All methods are synchronous, so that no message arrives between two calls. */
export interface Inbox {
  readonly hasSteering: boolean;
  /** True if there are neither steering messages nor follow-ups. */
  readonly isEmpty: boolean;
  /** Removes and returns all steering messages. */
  takeSteering(): readonly Queued[];
  /** Removes and returns all steering messages; if there are none, all follow-ups. */
  takeNext(): readonly Queued[];
  /** Ends the run's queue: later messages are rejected or start a separate run. */
  settle(): void;
}

/** A moment at which entries may need to be durable: a message before the model sees it, an intent before the call, a result after it. */
export type SyncMoment = "message" | "intent" | "result";

/** The session's log and its event stream. */
export interface Journal {
  readonly path: readonly Entry[];
  /** Returns an id for an entry that is appended later. */
  mint(): string;
  append<E extends Entry>(draft: Draft<E>): Promise<E>;
  /** Appends an entry from a tool or another caller outside of the loop. @throws {TypeError} the entry does not match its type */
  appendUntrusted<E extends Entry>(draft: Draft<E>): Promise<E>;
  /** Resolves when all appended entries survive a power loss, if the session's durability requires it at this moment. */
  sync(moment: SyncMoment): Promise<void>;
  view<State>(fold: Fold<State>): State;
  emit(event: RunEvent): void;
}

/** Spawns agents for running tool calls. */
export interface Agents {
  /** The agent that makes the calls. */
  readonly self: AgentRef;
  /** Returns the agent's current tools. */
  tools(): readonly Tool[];
  /** Opens the scope of one call, when it spawns its first agent. The signal is the run's. */
  open(call: { readonly messageId: string; readonly callId: string }, signal: AbortSignal): AgentScope;
}

/** The agents of one call. */
export interface AgentScope {
  spawn(setup: AgentSetup): Promise<SubAgent>;
  /** Aborts the agents that are still running, and waits for them with a timeout. */
  close(): Promise<void>;
}

/** Records the changes of calls in files. */
export interface Changes {
  /** A call of a tool that may change any file is streaming: the state before it may be determined meanwhile. */
  expect(messageId: string): void;
  /** Resolves when the state before the call is determined. */
  begin(call: ChangingCall): Promise<CallChanges>;
}

/** A call that is about to run. */
export interface ChangingCall {
  /** The assistant's message that contains the call. */
  readonly messageId: string;
  readonly callId: string;
  readonly tool: string;
  readonly effect: Effect;
  /** The permission requests that were allowed. */
  readonly granted: readonly PermissionRequest[];
}

export interface CallChanges {
  /** Records the changes of the call. Never rejects. */
  end(): Promise<void>;
}
