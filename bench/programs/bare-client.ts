// Conversations over HTTP with the least code: fetch, a hand-written parser of server-sent events, an array of
// messages. Calls of `bash` run their command; others do nothing. Argument: the number at a time.

interface Call {
  readonly type: "tool_use";
  readonly id: string;
  readonly name: string;
  json: string;
}

const url = `${process.env["ANTHROPIC_BASE_URL"]}/v1/messages`;
const headers = { "content-type": "application/json", "x-api-key": "bench", "anthropic-version": "2023-06-01" };

async function* events(body: AsyncIterable<Uint8Array>) {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const bytes of body) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (line.startsWith("data: ")) yield JSON.parse(line.slice(6));
  }
}

const ask = async (messages: readonly object[]): Promise<{ readonly text: string; readonly calls: readonly Call[] }> => {
  const body = JSON.stringify({ model: "bench", max_tokens: 8192, stream: true, messages });
  const response = await fetch(url, { method: "POST", headers, body });
  if (response.body === null) throw new Error("There is no body.");
  const calls: Call[] = [];
  let text = "";
  for await (const event of events(response.body)) {
    if (event.type === "content_block_start" && event.content_block.type === "tool_use") calls.push({ ...event.content_block, json: "" });
    if (event.type !== "content_block_delta") continue;
    if (event.delta.type === "text_delta") text += event.delta.text;
    const call = calls.at(-1);
    if (event.delta.type === "input_json_delta" && call !== undefined) call.json += event.delta.partial_json;
  }
  return { text, calls };
};

const run = async (command: string): Promise<string> => {
  const { execFile } = await import("node:child_process");
  return new Promise((resolve) => void execFile("bash", ["-c", command], (_, output) => resolve(output)));
};

const converse = async (): Promise<void> => {
  const messages: object[] = [{ role: "user", content: "Go." }];
  for (;;) {
    const { calls } = await ask(messages);
    if (calls.length === 0) return;
    const content = calls.map(({ json, ...call }) => ({ ...call, input: JSON.parse(json) }));
    const results = await Promise.all(
      content.map(async ({ id, name, input }) => ({
        type: "tool_result",
        tool_use_id: id,
        content: name === "bash" ? await run(input.command) : "ok",
      })),
    );
    messages.push({ role: "assistant", content }, { role: "user", content: results });
  }
};

await Promise.all(Array.from({ length: Number(process.argv[2]) }, converse));
