import { CoxswainError } from "../base/index.ts";
import type { Budget, Effect, JsonSchema } from "./types.ts";
import type { StandardJSONSchemaV1, StandardSchemaV1 } from "@standard-schema/spec";
import type { Draft, Entry, Fold } from "../log/index.ts";
import type { Model, Thinking, ToolResultPart } from "../model/index.ts";
import type { AgentRef } from "./event.ts";
import type { PermissionRequest } from "./gate.ts";
import type { CallJobs } from "./jobs.ts";
import type { SubAgent } from "./sub-agent.ts";

/** A schema of a tool's arguments. What a JSON Schema accepts is passed to the tool as it came. */
export type InputSchema<In = unknown> = StandardSchemaV1<unknown, In> | JsonSchema;

/** A function that a model can call. Given once to the runtime; it holds no state of a session. */
export interface Tool<In = unknown> {
  readonly name: string;
  /** For the model: what it does, with its limits. */
  readonly description: string;
  /**
   * Validates the arguments, and tells the model what they are: a Standard Schema (zod and others), or a JSON Schema of type `object`.
   * A Standard Schema that gives no JSON Schema of its own: see `standardSchema`.
   */
  readonly inputSchema: InputSchema<In>;
  readonly effect: Effect;
  /** Whether it may run beside other calls that say the same. Default: false. */
  readonly parallel?: boolean;
  /** Whether sub-agents have it too. Default: true. */
  readonly availableToSubagents?: boolean;
  /** Which models are shown it, by their references, where a session names no tools. Default: all. */
  supportsModel?(model: string): boolean;
  /** The folds that it asks of `context.facts`, so that a session that goes on from a checkpoint has their states. */
  readonly requiredState?: readonly Fold<unknown>[];
  /** What a resumed session does with a call that a crash cut short. Default: `never` run it again. */
  readonly replay?: "safe" | "never";
  /**
   * What has to be allowed before it runs. Default: nothing for the effect `read`, and for every other one the whole call, with its arguments as
   * JSON. May throw a ToolError, which becomes the result. What it asks about has to be what runs: see `ToolContext.granted`.
   */
  permissionRequests?(input: In, context: ToolContext): readonly PermissionRequest[] | Promise<readonly PermissionRequest[]>;
  /**
   * What of its facts a compaction must carry word for word, since a summary may lose it. Undefined: nothing. What several
   * tools carry under one name is carried once.
   */
  preserveOnCompaction?(facts: ToolContext["facts"]): { readonly name: string; readonly text: string } | undefined;
  /** Returns a result, or the string that is the whole of it. Throwing makes an error result of the error's message. */
  execute(input: In, context: ToolContext): Promise<ToolResult | string>;
}

export interface ToolResult {
  readonly content: readonly ToolResultPart[];
  /** Default: false. */
  readonly isError?: boolean;
  /** For screens, never sent to the model. A JSON value. */
  readonly details?: unknown;
}

/** What a running call knows and can do. A promise of it that rejects and that the tool does not await ends nothing. */
export interface ToolContext {
  /** Aborts when the run does. A tool that goes on regardless is left behind. */
  readonly signal: AbortSignal;
  readonly sessionId: string;
  /** The assistant's message that holds the call. */
  readonly messageId: string;
  readonly callId: string;
  /** The session's folder, absolute. */
  readonly cwd: string;
  /** The agent that called. Its `depth` is 0 for a session's own, and 1 for the first level below it. */
  readonly agent: AgentRef;
  /** The tools that this agent has. */
  readonly tools: readonly Tool[];
  /** Commands that go on after the call. Absent where none can. */
  readonly jobs?: CallJobs | undefined;
  /**
   * What was allowed: what the tool needed, and what it has asked for since. A path may lead elsewhere by the time that it is used: a tool
   * resolves it anew, and compares. Empty while `needs` is asked.
   */
  readonly granted: readonly PermissionRequest[];
  /** Output so far, for screens. */
  progress(text: string): void;
  /** Keeps a fact in the session's log. @throws {TypeError} for what is not what its type says: it could not be read again. */
  record<E extends Entry>(draft: Draft<E>): Promise<void>;
  /** State folded from the facts of the session's active path: by a fold that the tool declares in its `facts`. */
  facts<State>(fold: Fold<State>): State;
  /**
   * Makes an agent that works for this call: a session of its own, beside others. When the call returns, what still works is
   * aborted and waited for. Its model answers at its parents' cost, and its permission is asked where theirs is.
   * @throws {SubAgentScopeError} once the call is over.
   * @throws {UnknownModelError}
   * @throws {MissingApiKeyError}
   */
  spawn(setup: AgentSetup): Promise<SubAgent>;
  /** Asks for what only shows up while running. Resolves when it is allowed. @throws {ToolError} when it is not. */
  permission(request: PermissionRequest): Promise<void>;
}

/** What a sub-agent is. */
export interface AgentSetup {
  /** For people, as `explore`. Default: none. */
  readonly name?: string;
  /** A reference, or a model as it is. Default: the parent's. */
  readonly model?: string | Model;
  readonly thinking?: Thinking;
  /** Its own base of the system prompt. Default: the one of every session. */
  readonly systemPrompt?: string;
  /** Added to the system prompt. */
  readonly instructions?: string;
  /** Names of tools that the runtime has, or tools as they are. Default: those that the parent has. */
  readonly tools?: readonly (string | Tool)[];
  /** The folder that it works in, absolute. Default: the parent's. */
  readonly cwd?: string;
  /** Turns of one of its runs; 0: unlimited. Default: 0. */
  readonly maxTurns?: number;
  /** What it may spend; what its parents may holds besides. */
  readonly budget?: Budget;
}

/** A tool could not do what was asked. The message goes to the model, and says what to do instead. */
export class ToolError extends CoxswainError {
  override readonly name = "ToolError";
  readonly code = "tool_error";
}

/** Infers a tool's input from its schema. */
export const defineTool = <In>(tool: Tool<In>): Tool<In> => tool;

/** Makes a Standard Schema that also gives its JSON Schema, for schemas that do not. */
export const standardSchema = <Value>(
  validate: StandardSchemaV1.Props<unknown, Value>["validate"],
  jsonSchema: JsonSchema,
): StandardSchemaV1<unknown, Value> & StandardJSONSchemaV1<unknown, Value> => {
  const convert = (): JsonSchema => jsonSchema;
  return { "~standard": { version: 1, vendor: "coxswain", validate, jsonSchema: { input: convert, output: convert } } };
};

/** Whether a schema is a Standard Schema; otherwise it is a JSON Schema. */
export const isStandardSchema = <In>(schema: InputSchema<In>): schema is StandardSchemaV1<unknown, In> => "~standard" in schema;

/** The result of a tool that may have returned a string. */
export const asResult = (returned: ToolResult | string): ToolResult => (typeof returned === "string" ? textResult(returned) : returned);

/** A text as a tool's result. */
export const textResult = (text: string, details?: unknown): ToolResult => ({
  content: [{ type: "text", text }],
  ...(details === undefined ? {} : { details }),
});
