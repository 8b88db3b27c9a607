import type { Draft } from "../log/index.ts";
import type { SessionLogEntry } from "./entries.ts";

type DraftOf<Type extends SessionLogEntry["type"]> = Required<Omit<Draft<Extract<SessionLogEntry, { readonly type: Type }>>, "id">>;

const usage = { input: 1, cacheRead: 2, cacheWrite: 3, output: 4, reasoning: 1 };
const answer = {
  role: "assistant",
  content: [
    { type: "reasoning", text: "hm", providerData: { anthropic: { signature: "s" } } },
    { type: "text", text: "Yes.", providerData: { openai: {} } },
    { type: "tool_call", id: "c1", name: "read", input: { path: "a" }, providerData: { google: {} } },
    { type: "provider", name: "web_search", id: "w1", input: { query: "x" }, output: "y", isError: true, providerData: { anthropic: {} } },
  ],
  model: "m/m",
  source: "plugin:x",
  stop: "tool_calls",
  usage,
  providerData: { openrouter: {} },
  lastPass: usage,
  cost: 0.1,
  streamError: { code: "transient", message: "reset" },
} as const;
const prompt = {
  role: "user",
  content: [
    { type: "text", text: "Go.", providerData: {} },
    { type: "image", mediaType: "image/png", data: "aGk=", name: "a.png" },
  ],
  source: "user",
  typed: "/go",
} as const;
const result = {
  role: "tool",
  callId: "c1",
  name: "read",
  content: [{ type: "text", text: "x" }],
  isError: true,
  reason: "denied",
  details: { a: 1 },
} as const;
const budget = { usd: 1, tokens: 2, toolCalls: 3, turns: 4, seconds: 5 };
const options = {
  maxTurns: 1,
  maxOutputTokens: 2,
  temperature: 0.5,
  budget,
  output: { schema: { type: "object" }, repairs: 1 },
  verify: { commands: ["npm test"], tries: 1 },
};
const limit = { kind: "limit", limit: { name: "budget", message: "spent", quantity: "usd" }, reply: answer } as const;
const failed = { kind: "failed", error: { code: "transient", message: "down", retryAfter: 5 } } as const;
const section = { name: "base", text: "Be brief.", hash: "1" };
const summary = { summary: "They began.", model: "m/m", usage, cost: 0.1 };

/** Entries of each type, together with all optional fields. */
const SAMPLES: { readonly [Type in SessionLogEntry["type"]]: readonly DraftOf<Type>[] } = {
  setup: [
    {
      type: "setup",
      setup: {
        model: "m/m",
        modelObject: false,
        smallModel: "m/s",
        fallbackModels: ["m/f"],
        retry: { tries: 1, baseMs: 1, capMs: 1, budgetMs: 1, jitter: true },
        thinking: "off",
        systemPrefix: "p",
        instructions: "i",
        systemPrompt: "s",
        tools: ["read"],
        maxTurns: 3,
        budget,
        maxOutputTokens: 10,
        temperature: 1,
        providerOptions: { openai: { a: 1 } },
        reasoning: "run",
        title: "T",
        titles: true,
        compaction: { auto: "off", background: true, advisePercent: 80, aboveTokens: 0, keepTokens: 1, maxTokens: 1 },
        toolExecution: "parallel",
        steerMode: "skip",
        onAbort: "keep",
        onDeny: "stop",
      },
    },
  ],
  message: [prompt, answer, result].map((message) => ({ type: "message", message, run: "r1" }) as const),
  inbox_admit: [{ type: "inbox_admit", messageId: "m1", message: prompt, how: "steer", run: "r1", options, once: true, expand: false }],
  inbox_cancel: [{ type: "inbox_cancel", messages: ["m1"], reason: "aborted", returned: true }],
  model_change: [{ type: "model_change", model: "m/n" }],
  thinking_change: [{ type: "thinking_change", thinking: "high" }],
  tools_change: [{ type: "tools_change", tools: ["read"] }],
  system_prompt_change: [{ type: "system_prompt_change", systemPrompt: "s" }],
  title_change: [{ type: "title_change", title: "T", model: "m/s", usage, cost: 0.1 }],
  budget_change: [{ type: "budget_change", budget }],
  agent_start: [{ type: "agent_start", agent: "s2", name: "explore", call: "c1" }],
  agent_end: [{ type: "agent_end", agent: "s2", outcome: limit }],
  agent_usage: [{ type: "agent_usage", agent: "s2", model: "m/m", usage, cost: 0.1, turn: true, toolCalls: 2 }],
  agent_command: [
    {
      type: "agent_command",
      agent: "s2",
      call: "c1",
      command: "ls",
      cwd: "/",
      startedAt: 1,
      exitCode: 0,
      noTests: true,
      noFolder: true,
      shellError: true,
    },
  ],
  import: [{ type: "import", from: "claude", session: "s0", left: { images: 1 } }],
  inject: [{ type: "inject", source: "plugin:x", role: "user" }],
  inject_reset: [{ type: "inject_reset" }],
  label: [{ type: "label", target: "m1", label: "here" }],
  leaf: [{ type: "leaf", to: "m1" }],
  checkpoint: [{ type: "checkpoint", offset: 0, ranges: [[0, 1]], above: null, pathStates: {}, allStates: {}, damage: [], sum: 1 }],
  system_prompt: [{ type: "system_prompt", sections: [section] }],
  system_change: [{ type: "system_change", sections: [section, { name: "skills", text: null, hash: null }] }],
  tools_sent: [{ type: "tools_sent", tools: { read: "1" } }],
  nested_instructions: [{ type: "nested_instructions", call: "c1", files: ["/AGENTS.md"] }],
  skill_use: [{ type: "skill_use", name: "pdf", path: "/SKILL.md" }],
  compaction: [
    {
      ...summary,
      type: "compaction",
      firstPreserved: "m1",
      covers: { from: 1, to: 2 },
      preserved: [{ name: "rules", text: "Never push." }],
      tokensBefore: 100,
      summaryTokens: 10,
      reason: "manual",
      instructions: "short",
    },
  ],
  uncompact: [{ type: "uncompact", target: "k1" }],
  branch_summary: [{ ...summary, type: "branch_summary", from: "m1" }],
  reset: [{ type: "reset" }],
  relocate: [{ type: "relocate", cwd: "/", from: "/a" }],
  repair: [{ type: "repair", target: "m1", part: 0, reason: "too large", model: "m/m", usage, cost: 0.1 }],
  retry: [{ type: "retry", attempt: 1, tries: 3, delay: 500, error: { code: "transient", message: "busy", status: 529 }, model: "m/m" }],
  response_discard: [{ type: "response_discard", run: "r1", model: "m/m", usage, cost: 0.1 }],
  run_start: [{ type: "run_start", run: "r1", options }],
  run_resume: [{ type: "run_resume", run: "r1" }],
  run_end: [{ kind: "done", output: { a: 1 } } as const, { kind: "aborted", reason: "Esc" } as const, limit, failed].map(
    (outcome) => ({ type: "run_end", run: "r1", outcome }) as const,
  ),
  shell: [{ type: "shell", command: "ls", output: "a", omittedLines: 5, exitCode: 0, startedAt: 5, include: true }],
  file_seen: [{ type: "file_seen", path: "/a", hash: "1", changed: true }],
  todo: [{ type: "todo", items: [{ content: "a", status: "pending" }] }],
  task_start: [
    { type: "task_start", task: "t1", agent: "s2", name: "explore", description: "d", by: "s3", worktree: { path: "/w", branch: "b" } },
  ],
  task_end: [{ type: "task_end", task: "t1", ending: "done", text: "Done." }],
  job_start: [{ type: "job_start", job: "j1", command: "sleep 1", cwd: "/", by: "s2" }],
  job_end: [{ type: "job_end", job: "j1", ending: "done", exitCode: 0, text: "Done." }],
  permission_ask: [
    {
      type: "permission_ask",
      tool: "bash",
      callId: "c1",
      input: { command: "ls" },
      requests: [
        {
          tool: "bash",
          effect: "execute",
          subject: "ls",
          inside: true,
          alsoKnownAs: ["/b"],
          shell: "bash",
          confined: false,
          ask: "its sandbox could not be tested",
          effects: { commands: [], paths: [], hosts: [], unresolved: [] },
        },
      ],
      reasons: ["nothing allows it"],
      offers: ["bash(ls $)"],
      wider: ["bash(ls)"],
      always: true,
      agent: { id: "s2", depth: 1, parent: "s1", name: "explore" },
    },
  ],
  file_change: [
    {
      type: "file_change",
      run: "r1",
      by: [
        { kind: "call", message: "m2", call: "c1", tool: "bash", agent: "a1" },
        { kind: "job", job: "j1" },
        { kind: "hook", event: "post_tool", call: "c1" },
      ],
      found: "compared",
      folder: "/p",
      changes: [
        {
          path: "/p/a",
          before: { kind: "file", mode: 420, size: 1, content: "sha256-0", omitted: "large" },
          after: { kind: "link", target: "b", omitted: "ignored" },
        },
        {
          path: "/p/node_modules/",
          before: { kind: "folder" },
          after: { kind: "folder", digest: { hash: "sha256-0", most: 1000 } },
        },
      ],
      created: ["/p/new"],
      removed: ["/p/old"],
      unlisted: ["dist/"],
    },
  ],
  restore_start: [
    {
      type: "restore_start",
      kind: "undo",
      runs: ["r1"],
      changes: [{ path: "/p/a", before: { kind: "link", target: "b" } }],
      folders: ["/p/new"],
      roots: ["/p"],
    },
  ],
  restore_end: [{ type: "restore_end", restore: "e1", refused: [{ path: "/p/a", reason: "it has changed since" }] }],
  permission_reply: [{ type: "permission_reply", question: "q1", allowed: true, answer: "once", reason: "no", by: "a1" }],
  question_ask: [
    {
      type: "question_ask",
      callId: "c1",
      question: "Which?",
      options: [{ label: "a", description: "the first" }],
      multiple: true,
      position: { number: 1, of: 2 },
    },
  ],
  question_reply: [{ type: "question_reply", question: "q1", answers: ["a"], withdrawn: true, by: "a1" }],
  tool_start: [{ type: "tool_start", run: "r1", message: "m2", call: "c1", input: { a: 1 } }],
};

/** Drafts of every type of entry, complete. */
export const entrySamples: readonly Draft[] = Object.values(SAMPLES).flat();

/** A place in a value: names of fields and positions in lists. */
export type Path = readonly (string | number)[];

/** Every place in a draft but its type. */
export const pathsIn = (value: unknown, path: Path = []): readonly Path[] => {
  if (typeof value !== "object" || value === null) return path.length === 0 ? [] : [path];
  const inside = Object.entries(value).filter(([name]) => path.length > 0 || name !== "type");
  const own = path.length === 0 ? [] : [path];
  return [...own, ...inside.flatMap(([name, one]) => pathsIn(one, [...path, Array.isArray(value) ? Number(name) : name]))];
};

/** A copy with another value at a place; undefined removes it. */
export const changedAt = (value: unknown, [name, ...rest]: Path, changed: unknown): unknown => {
  if (name === undefined) return changed;
  if (Array.isArray(value)) return value.map((one, at) => (at === name ? changedAt(one, rest, changed) : (one as unknown)));
  const record = value as Readonly<Record<string, unknown>>;
  return { ...record, [name]: changedAt(record[name], rest, changed) };
};

export const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((outer, name) => (outer as Readonly<Record<string | number, unknown>>)[name], value);
