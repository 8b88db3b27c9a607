// An agent with the least code: it asks the model, runs the shell commands of its answer, and asks again. Arguments: the
// prompt, a file with the history as JSON lines.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";

interface Call {
  readonly type: "tool_use";
  readonly id: string;
  readonly name: string;
  json: string;
}

const [, , prompt = "", history] = process.argv;
const url = `${process.env["ANTHROPIC_BASE_URL"]}/v1/messages`;
const headers = { "content-type": "application/json", "x-api-key": "bench", "anthropic-version": "2023-06-01" };
const schema = { type: "object", properties: { command: { type: "string" } }, required: ["command"] };
const tools = [{ name: "bash", description: "Runs a command.", input_schema: schema }];

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
  const body = JSON.stringify({ model: "bench", max_tokens: 8192, stream: true, tools, messages });
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

const runCommand = async (command: string): Promise<string> => {
  const child = spawn("bash", ["-c", command], { stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  child.stdout.on("data", (bytes: Buffer) => (output += bytes.toString()));
  await once(child, "close");
  return output;
};

const lines = history === undefined ? [] : readFileSync(history, "utf8").trimEnd().split("\n");
const messages: object[] = lines.map((line) => JSON.parse(line) as object);
messages.push({ role: "user", content: prompt });
for (;;) {
  const { text, calls } = await ask(messages);
  if (calls.length === 0) {
    console.log(text);
    break;
  }
  const content = calls.map(({ json, ...call }) => ({ ...call, input: JSON.parse(json) }));
  const results = [];
  for (const { id, input } of content) results.push({ type: "tool_result", tool_use_id: id, content: await runCommand(input.command) });
  messages.push({ role: "assistant", content }, { role: "user", content: results });
}
