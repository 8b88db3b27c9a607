export const PI_HEADER: object = {
  type: "session",
  version: 3,
  id: "0199f2e0-1111-7222-8333-444455556666",
  timestamp: "2026-01-03T14:00:00.000Z",
  cwd: "/home/ann/boat",
  parentSession: "/home/ann/.pi/agent/sessions/--home-ann-boat--/2026-01-02T10-00-00-000Z_0199f2e0-0000-7000-8000-000000000000.jsonl",
};

export const piEntry = (type: string, id: string, parentId: string | null, extra: object): object => ({
  type,
  id,
  parentId,
  timestamp: "2026-01-03T14:00:01.000Z",
  ...extra,
});

const piMessage = (id: string, parentId: string | null, message: object): object => piEntry("message", id, parentId, { message });

export const piUser = (id: string, parentId: string | null, content: unknown): object =>
  piMessage(id, parentId, { role: "user", content, timestamp: 1 });

export const piAnswer = (id: string, parentId: string | null, content: readonly object[], extra: object = {}): object =>
  piMessage(id, parentId, {
    role: "assistant",
    content,
    api: "anthropic-messages",
    provider: "anthropic",
    model: "claude-sonnet-4-5",
    usage: { input: 10, output: 5, cacheRead: 100, cacheWrite: 20, totalTokens: 135, cost: { total: 0.03 } },
    stopReason: "stop",
    timestamp: 2,
    ...extra,
  });

/** A session with calls, an image, a user command, changes, a bookmark, a name, and extension data. */
export const PI: readonly object[] = [
  PI_HEADER,
  piUser("e1", null, "Fix it."),
  piAnswer(
    "e2",
    "e1",
    [
      { type: "thinking", thinking: "Let me look.", thinkingSignature: "c2ln" },
      { type: "text", text: "I look." },
      { type: "toolCall", id: "toolu_1", name: "read", arguments: { path: "a.ts" } },
    ],
    { stopReason: "toolUse" },
  ),
  piMessage("e3", "e2", {
    role: "toolResult",
    toolCallId: "toolu_1",
    toolName: "read",
    content: [
      { type: "text", text: "Shown:" },
      { type: "image", data: "iVBORw0KGgo=", mimeType: "image/png" },
    ],
    isError: false,
  }),
  piAnswer("e4", "e3", [{ type: "text", text: "Done." }]),
  piMessage("e5", "e4", { role: "bashExecution", command: "ls", output: "a.ts\n", exitCode: 0, cancelled: false, truncated: false }),
  piEntry("model_change", "e6", "e5", { provider: "openai", modelId: "gpt-5" }),
  piEntry("thinking_level_change", "e7", "e6", { thinkingLevel: "high" }),
  piEntry("label", "e8", "e7", { targetId: "e4", label: "here" }),
  piEntry("session_info", "e9", "e8", { name: "The boat" }),
  piEntry("custom", "ea", "e9", { customType: "todo", data: {} }),
  piEntry("custom_message", "eb", "ea", { customType: "hint", content: "A hint.", display: true }),
];
