const SESSION = "0aa4e9b8-6f5e-4b8e-9d3d-1f0f6d7c2a11";

interface Extra {
  readonly [key: string]: unknown;
}

/** A record as Claude Code writes it: `uuid` is the child of `parent`. */
const record = (type: string, uuid: string, parent: string | null, second: number, extra: Extra): object => ({
  parentUuid: parent,
  isSidechain: false,
  userType: "external",
  cwd: "/home/ann/boat",
  sessionId: SESSION,
  version: "2.1.81",
  gitBranch: "main",
  type,
  uuid,
  timestamp: `2026-02-24T10:10:${String(second).padStart(2, "0")}.000Z`,
  ...extra,
});

export const claudeUser = (uuid: string, parent: string | null, second: number, content: unknown, extra: Extra = {}): object =>
  record("user", uuid, parent, second, { message: { role: "user", content }, ...extra });

export const claudeResult = (uuid: string, parent: string, second: number, call: string, content: unknown, isError?: boolean): object =>
  claudeUser(uuid, parent, second, [
    { type: "tool_result", tool_use_id: call, content, ...(isError === undefined ? {} : { is_error: isError }) },
  ]);

export const claudeAnswer = (
  uuid: string,
  parent: string | null,
  second: number,
  response: string,
  block: object,
  extra: Extra = {},
): object =>
  record("assistant", uuid, parent, second, {
    requestId: "req_1",
    message: {
      id: response,
      type: "message",
      role: "assistant",
      model: "claude-opus-4-5",
      content: [block],
      stop_reason: null,
      usage: { input_tokens: 3, cache_creation_input_tokens: 20, cache_read_input_tokens: 100, output_tokens: second },
    },
    ...extra,
  });

export const claudeSystem = (uuid: string, parent: string | null, second: number, subtype: string, extra: Extra = {}): object =>
  record("system", uuid, parent, second, { subtype, content: "", ...extra });

/**
 * One response in several records with its tool results branching off between them, an image, and a second question.
 */
export const CLAUDE: readonly object[] = [
  { type: "summary", summary: "Of another session", leafUuid: "elsewhere" },
  { type: "file-history-snapshot", messageId: "u1", snapshot: {}, isSnapshotUpdate: false },
  claudeUser("u1", null, 1, "Fix the test."),
  claudeAnswer("a1", "u1", 2, "msg_1", { type: "thinking", thinking: "Let me look.", signature: "c2ln" }),
  claudeAnswer("a2", "a1", 3, "msg_1", { type: "text", text: "I look." }),
  claudeAnswer("a3", "a2", 4, "msg_1", { type: "tool_use", id: "toolu_1", name: "Read", input: { file_path: "a.ts" } }),
  {
    type: "progress",
    uuid: "p1",
    parentUuid: "a3",
    isSidechain: false,
    timestamp: "2026-02-24T10:10:04.500Z",
    data: { type: "hook_progress" },
  },
  claudeResult("r1", "a3", 5, "toolu_1", "const a = 1;"),
  claudeAnswer("a4", "a3", 6, "msg_1", { type: "tool_use", id: "toolu_2", name: "Bash", input: { command: "ls" } }),
  claudeResult(
    "r2",
    "a4",
    7,
    "toolu_2",
    [
      { type: "text", text: "No." },
      { type: "tool_reference", tool_name: "Glob" },
    ],
    true,
  ),
  claudeAnswer("a5", "r2", 8, "msg_2", { type: "text", text: "Fixed." }, { costUSD: 0.25 }),
  claudeSystem("s1", "a5", 9, "turn_duration", { durationMs: 5000 }),
  claudeUser("u2", "s1", 10, [
    { type: "text", text: "And this?" },
    { type: "image", source: { type: "base64", media_type: "image/png", data: "iVBORw0KGgo=" } },
  ]),
  claudeAnswer("a6", "u2", 11, "msg_3", { type: "text", text: "A boat." }),
  { type: "ai-title", aiTitle: "Fix the boat", sessionId: SESSION },
];
