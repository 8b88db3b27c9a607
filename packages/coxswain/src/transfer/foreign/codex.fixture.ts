export const codexLine = (type: string, payload: object): object => ({ timestamp: "2025-10-29T00:59:40.000Z", type, payload });

export const codexItem = (payload: object): object => codexLine("response_item", payload);

export const codexUser = (text: string): object => codexItem({ type: "message", role: "user", content: [{ type: "input_text", text }] });

export const META: object = codexLine("session_meta", {
  id: "019a2d7a-41c4-78b1-b7cc-a45d62a89cd5",
  timestamp: "2025-10-29T00:59:38.308Z",
  cwd: "/home/ann/boat",
  originator: "codex_exec",
  cli_version: "0.46.0",
  source: "exec",
  git: {},
});

const tokens = (input: number, cached: number, output: number, reasoning: number, total: number): object =>
  codexLine("event_msg", {
    type: "token_count",
    info: {
      total_token_usage: { total_tokens: total },
      last_token_usage: { input_tokens: input, cached_input_tokens: cached, output_tokens: output, reasoning_output_tokens: reasoning },
    },
  });

/** A turn with two calls and all the records around it. */
export const CODEX: readonly object[] = [
  META,
  codexItem({ type: "message", role: "developer", content: [{ type: "input_text", text: "Be brief." }] }),
  codexUser("<environment_context>\n  <cwd>/home/ann/boat</cwd>\n</environment_context>"),
  codexItem({
    type: "message",
    role: "user",
    content: [
      { type: "input_text", text: "Fix it." },
      { type: "input_image", image_url: "data:image/png;base64,iVBORw0KGgo=" },
    ],
  }),
  codexLine("event_msg", { type: "user_message", message: "Fix it.", kind: "plain" }),
  codexLine("turn_context", { cwd: "/home/ann/boat", model: "gpt-5-codex", effort: "high", summary: "auto" }),
  codexItem({ type: "reasoning", summary: [{ type: "summary_text", text: "**Looking**" }], content: null, encrypted_content: "gAAA" }),
  codexItem({ type: "message", role: "assistant", content: [{ type: "output_text", text: "I look." }] }),
  codexItem({ type: "function_call", name: "shell", arguments: '{"command":["ls"]}', call_id: "call_1" }),
  codexItem({ type: "custom_tool_call", status: "completed", call_id: "call_2", name: "apply_patch", input: "*** Begin Patch" }),
  tokens(100, 60, 20, 5, 120),
  codexItem({ type: "function_call_output", call_id: "call_1", output: "a.ts" }),
  tokens(100, 60, 20, 5, 120),
  codexItem({ type: "custom_tool_call_output", call_id: "call_2", output: { content: "no", success: false } }),
  codexItem({ type: "ghost_snapshot", ghost_commit: {} }),
  codexItem({ type: "web_search_call", status: "completed", action: { type: "search", query: "boats" } }),
  codexItem({ type: "message", role: "assistant", content: [{ type: "output_text", text: "Done." }] }),
  tokens(130, 120, 4, 0, 254),
  codexLine("event_msg", { type: "agent_message", message: "Done." }),
  codexLine("event_msg", { type: "entered_review_mode" }),
  codexLine("event_msg", { type: "thread_name_updated", thread_name: "Fix the boat" }),
];
