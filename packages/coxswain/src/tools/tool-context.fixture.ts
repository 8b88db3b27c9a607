import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { FORMAT, FORMAT_VERSION, Log, memoryStore, randomEntryId, type Store } from "../log/index.ts";
import {
  asResult,
  isStandardSchema,
  type Effect,
  type PermissionRequest,
  type Tool,
  type ToolContext,
  ToolError,
  type ToolResult,
} from "../loop/index.ts";
import type { NodeWorkspaceOptions, Workspace } from "../workspace/index.ts";
import { temporaryWorkspace } from "../workspace/workspace.fixture.ts";
import { applyPatchTool } from "./apply-patch.ts";
import { bashTool } from "./bash.ts";
import { editTool } from "./edit.ts";
import { globTool } from "./glob.ts";
import { grepTool } from "./grep.ts";
import { lsTool } from "./ls.ts";
import { readTool } from "./read.ts";
import { todoTool } from "./todo.ts";
import { writeTool } from "./write.ts";

const SESSION = "test-session";
const SOURCES = { now: () => 0, mint: randomEntryId };

/** Session log in the form that tools use. */
const openContext = async (store: Store, cwd: string, create: boolean) => {
  const file = create
    ? await store.create({ format: FORMAT, version: FORMAT_VERSION, id: SESSION, cwd, at: 0 })
    : await store.open(SESSION);
  const log = await Log.open(file, SOURCES);
  const shown: string[] = [];
  const abort = new AbortController();
  const forbidden = new Set<Effect>();
  const context: ToolContext = {
    signal: abort.signal,
    sessionId: SESSION,
    messageId: "message",
    callId: "call",
    cwd,
    agent: { id: SESSION, depth: 0 },
    tools: [],
    granted: [],
    spawn: () => Promise.reject(new ToolError("Sub-agents are not available here.")),
    progress: (text) => void shown.push(text),
    record: async (draft) => void (await log.append(draft)),
    askUser: (question, ask) => ask(question, abort.signal),
    facts: (fold) => log.view(fold),
    permission: async ({ effect }) => {
      if (forbidden.has(effect)) throw new ToolError(`Denied: ${effect}.`);
    },
  };
  return { context, log, shown, abort, forbidden };
};

/** Temporary workspace, its tools, and a session to call them in. */
export const toolbox = async (t: TestContext, options: Partial<NodeWorkspaceOptions> = {}) => {
  const made = temporaryWorkspace(t, options);
  const store = memoryStore();
  let session = await openContext(store, made.root, true);
  const calling =
    <In>(factory: (workspace: Workspace) => Tool<In>) =>
    async (
      input: Readonly<Record<string, unknown>>,
      /** Runs while a permission request is pending. */
      meanwhile?: () => void,
    ): Promise<ToolResult & { readonly text: string }> => {
      const tool = factory(made.workspace);
      assert.ok(isStandardSchema(tool.inputSchema));
      const judged = await tool.inputSchema["~standard"].validate(input);
      assert.ok(judged.issues === undefined, JSON.stringify(judged.issues));
      const granted = (await tool.permissionRequests?.(judged.value, session.context)) ?? [];
      meanwhile?.();
      const result = asResult(await tool.execute(judged.value, { ...session.context, granted }));
      return { ...result, text: result.content.map((part) => (part.type === "text" ? part.text : "")).join("\n") };
    };
  return {
    ...made,
    calling,
    read: calling(readTool),
    write: calling(writeTool),
    edit: calling(editTool),
    patch: calling(applyPatchTool),
    bash: calling(bashTool),
    grep: calling(grepTool),
    glob: calling(globTool),
    ls: calling(lsTool),
    todo: calling(todoTool),
    needs: async <In>(factory: (workspace: Workspace) => Tool<In>, input: In): Promise<readonly PermissionRequest[]> =>
      (await factory(made.workspace).permissionRequests?.(input, session.context)) ?? [],
    abort: () => session.abort.abort(),
    /** Denies permission requests with this effect during a tool call. */
    forbid: (effect: Effect) => void session.forbidden.add(effect),
    shown: () => session.shown,
    entries: () => session.log.path.entries,
    /** Closes the session and opens it again from its store. */
    resume: async () => {
      await session.log.close();
      session = await openContext(store, made.root, false);
    },
  };
};
