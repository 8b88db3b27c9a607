import { CoxswainError } from "../base/index.ts";
import type { Budget, Effect, JsonSchema } from "./types.ts";
import type { StandardJSONSchemaV1, StandardSchemaV1 } from "@standard-schema/spec";
import type { Draft, Entry, Fold } from "../log/index.ts";
import type { Model, Thinking, ToolResultPart } from "../model/index.ts";
import type { AgentRef } from "./event.ts";
import type { PermissionRequest } from "./gate.ts";
import type { CallJobs } from "./jobs.ts";
import type { SubAgent } from "./sub-agent.ts";
import type { AskUser, UserAnswer, UserQuestion } from "./user-question.ts";

/** A schema of a tool's arguments. Arguments that a JSON Schema accepts are passed to the tool unchanged. */
export type InputSchema<In = unknown> = StandardSchemaV1<unknown, In> | JsonSchema;

/** A function that a model can call. The runtime receives it once; it holds no state of a session. */
export interface Tool<In = unknown> {
  readonly name: string;
  /** For the model: its purpose and its limits. */
  readonly description: string;
  /**
   * Validates the arguments, and describes them to the model: a Standard Schema (zod and others), or a JSON Schema of type `object`.
   * For a Standard Schema without a JSON Schema, see `standardSchema`.
   */
  readonly inputSchema: InputSchema<In>;
  readonly effect: Effect;
  /** Allows it to run at the same time as other calls of parallel tools. Default: false. */
  readonly parallel?: boolean;
  /**
   * False: a call changes no files itself, as of a tool that starts agents, whose own calls are recorded. Default: true, if the effect
   * allows it.
   */
  readonly changesFiles?: boolean;
  /** False hides it from sub-agents. Default: true. */
  readonly availableToSubagents?: boolean;
  /** Returns whether a model, by its reference, is offered the tool in sessions that name no tools. Default: all models. */
  supportsModel?(model: string): boolean;
  /** The folds that it passes to `context.facts`, so that a session opened from a checkpoint has their states. */
  readonly requiredState?: readonly Fold<unknown>[];
  /** `safe`: a resumed session runs a call again that a crash interrupted; `never`: it does not. Default: `never`. */
  readonly replay?: "safe" | "never";
  /**
   * Returns the permissions that a call needs. Default: none for the effect `read`; otherwise one for the whole call, with its arguments as
   * JSON. May throw a ToolError, which becomes the result. The tool must execute exactly what it requests: see `ToolContext.granted`.
   */
  permissionRequests?(input: In, context: ToolContext): readonly PermissionRequest[] | Promise<readonly PermissionRequest[]>;
  /**
   * Returns a section that compactions preserve word for word, because a summary may lose it. Undefined: none. Sections of
   * several tools with the same name are preserved once.
   */
  preserveOnCompaction?(facts: ToolContext["facts"]): { readonly name: string; readonly text: string } | undefined;
  /** Returns a result, or its text as a string. A thrown error becomes an error result with its message. */
  execute(input: In, context: ToolContext): Promise<ToolResult | string>;
}

export interface ToolResult {
  readonly content: readonly ToolResultPart[];
  /** Default: false. */
  readonly isError?: boolean;
  /** For screens, never sent to the model. A JSON value. */
  readonly details?: unknown;
}

/** The data and functions of a running call. A rejected promise that the tool does not await has no effect. */
export interface ToolContext {
  /** Aborts with the run. The run does not wait for a tool that ignores it. */
  readonly signal: AbortSignal;
  readonly sessionId: string;
  /** The assistant's message that contains the call. */
  readonly messageId: string;
  readonly callId: string;
  /** The session's folder, absolute. */
  readonly cwd: string;
  /** The calling agent. Its `depth` is 0 for the root agent, and 1 for the first level below it. */
  readonly agent: AgentRef;
  /** The tools of this agent. */
  readonly tools: readonly Tool[];
  /** Commands that continue after the call. Absent if the session does not support them. */
  readonly jobs?: CallJobs | undefined;
  /**
   * The allowed requests: those of `permissionRequests`, and those made since. A path may resolve to another file by the time it is used,
   * so a tool resolves it again and compares. Empty during `permissionRequests`.
   */
  readonly granted: readonly PermissionRequest[];
  /** Reports partial output, for screens. */
  progress(text: string): void;
  /** Appends an entry to the session's log. @throws {TypeError} the entry does not match its type */
  record<E extends Entry>(draft: Draft<E>): Promise<void>;
  /** Returns the state of a fold over the session's active path. The tool must declare the fold in `requiredState`. */
  facts<State>(fold: Fold<State>): State;
  /**
   * Spawns a sub-agent for this call, with a separate session. When the call returns, agents that are still running are
   * aborted and awaited. Its parents pay its costs, and its permission questions go where theirs go.
   * @throws {SubAgentScopeError} the call has ended
   * @throws {UnknownModelError}
   * @throws {MissingApiKeyError}
   * @throws {BudgetError}
   * @throws {TypeError} for an option of the wrong type, as `Runtime.create`.
   */
  spawn(setup: AgentSetup): Promise<SubAgent>;
  /** Requests a permission whose need is known only while running. Resolves when it is allowed. @throws {ToolError} it is denied */
  permission(request: PermissionRequest): Promise<void>;
  /**
   * Asks the user a question through `ask`. The root session records it while it is open, so that a user of another process can
   * answer it as well; the first answer counts. Empty: no answer, or the run was aborted.
   * @throws errors of `ask`
   */
  askUser(question: UserQuestion, ask: AskUser): Promise<UserAnswer>;
}

/** The setup of a sub-agent. */
export interface AgentSetup {
  /** For people, for example `explore`. Default: none. */
  readonly name?: string;
  /** A model or its reference. Default: the parent's. */
  readonly model?: string | Model;
  readonly thinking?: Thinking;
  /** Replaces the base of the system prompt. Default: the base of every session. */
  readonly systemPrompt?: string;
  /** Added to the system prompt. */
  readonly instructions?: string;
  /** Tools, or names of the runtime's tools. Default: the parent's. */
  readonly tools?: readonly (string | Tool)[];
  /** Its folder, absolute. Default: the parent's. */
  readonly cwd?: string;
  /** Maximum number of turns of each of its runs; 0: unlimited. Default: 0. */
  readonly maxTurns?: number;
  /** Limits on its spending, in addition to those of its parents. */
  readonly budget?: Budget;
}

/** A tool could not do its work. The message goes to the model, and states what to do instead. */
export class ToolError extends CoxswainError {
  override readonly name = "ToolError";
  readonly code = "tool_error";
}

/** Returns the tool, with its input type inferred from its schema. */
export const defineTool = <In>(tool: Tool<In>): Tool<In> => tool;

/** Makes a Standard Schema with a JSON Schema, from a schema that has none. */
export const standardSchema = <Value>(
  validate: StandardSchemaV1.Props<unknown, Value>["validate"],
  jsonSchema: JsonSchema,
): StandardSchemaV1<unknown, Value> & StandardJSONSchemaV1<unknown, Value> => {
  const convert = (): JsonSchema => jsonSchema;
  return { "~standard": { version: 1, vendor: "coxswain", validate, jsonSchema: { input: convert, output: convert } } };
};

/** Returns whether a schema is a Standard Schema; otherwise it is a JSON Schema. */
export const isStandardSchema = <In>(schema: InputSchema<In>): schema is StandardSchemaV1<unknown, In> => "~standard" in schema;

/** Converts the return value of a tool to a result. */
export const asResult = (returned: ToolResult | string): ToolResult => (typeof returned === "string" ? textResult(returned) : returned);

/** Makes a tool's result from a string. */
export const textResult = (text: string, details?: unknown): ToolResult => ({
  content: [{ type: "text", text }],
  ...(details === undefined ? {} : { details }),
});
