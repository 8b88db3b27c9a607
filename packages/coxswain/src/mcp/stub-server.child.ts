import { spawn } from "node:child_process";
import { appendFileSync, closeSync, existsSync, readFileSync } from "node:fs";
import { createInterface } from "node:readline";

export interface StubBehaviour {
  readonly era?: "legacy" | "modern";
  /** Does not answer from this stage on. */
  readonly hang?: "start" | "initialize" | "list";
  /** A file: the server is modern once it exists. */
  readonly modernIf?: string;
  /** A file: the server exits at its start once it exists. */
  readonly dieIf?: string;
  /** Exits at its start, at a request that old servers do not know, or at another one. */
  readonly die?: "start" | "discover" | "initialize" | "list";
  /** Does not answer `server/discover`. */
  readonly ignoresUnknown?: boolean;
  /** Handles its first messages when this many have arrived, as if it had started slowly. Default: 1. */
  readonly handlesFrom?: number;
  /** Prints lines that are not messages first. */
  readonly garbage?: boolean;
  /** Prints much to both outputs first. */
  readonly flood?: boolean;
  /** Starts two processes that ignore SIGTERM, one outside of its group. */
  readonly children?: boolean;
  /** Ignores the end of its input, and SIGTERM. */
  readonly stubborn?: boolean;
  readonly tools?: readonly unknown[];
  /** Milliseconds for which a modern server allows to cache its answers. Default: 0. */
  readonly ttlMs?: number;
  /** Lists one tool per page, on this many pages. "same": each page names itself as the next one. */
  readonly pages?: number | "same";
  /** File with its tools as JSON, so that two versions of a server have the same command. */
  readonly toolsFile?: string;
  /** File for what happens. */
  readonly record?: string;
}

/* A small MCP server over stdio with the faults that its argument names. Records what happens in a file. */

const behaviour: StubBehaviour = JSON.parse(process.argv[2] ?? "{}");
const {
  modernIf,
  era = modernIf !== undefined && existsSync(modernIf) ? "modern" : "legacy",
  hang,
  dieIf,
  die = dieIf !== undefined && existsSync(dieIf) ? "start" : undefined,
  record,
  children,
  toolsFile,
  tools = toolsFile === undefined
    ? [{ name: "echo", description: "Echo.", inputSchema: { type: "object" } }]
    : (JSON.parse(readFileSync(toolsFile, "utf8")) as unknown[]),
} = behaviour;

type Json = Record<string, unknown>;
type Id = number | string;

const note = (line: string): void => {
  if (record !== undefined) appendFileSync(record, `${line}\n`);
};
const write = (message: Json): void => void process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
let isModern = false;
const answer = (id: Id, result: Json): void =>
  write({ id, result: isModern ? { resultType: "complete", ttlMs: behaviour.ttlMs ?? 0, cacheScope: "private", ...result } : result });
const refuse = (id: Id, message: string, code = -32601): void => write({ id, error: { code, message } });

const serverInfo = { name: "stub", version: "1" };
const capabilities = { tools: { listChanged: true }, prompts: {}, resources: {} };
let listed = tools;
let opened = false;
let nextId = 1000;
const waiting = new Map<Id, (result: Json) => void>();
/** Functions that end calls which the client cancels. */
const cancelled = new Map<unknown, () => void>();
const ask = (method: string, params: Json): Promise<Json> => {
  const id = (nextId += 1);
  write({ id, method, params });
  return new Promise((resolve) => waiting.set(id, resolve));
};

const call = async (id: Id, { name, arguments: input = {}, _meta = {}, inputResponses }: Json): Promise<void> => {
  const text = (value: string): void => answer(id, { content: [{ type: "text", text: value }] });
  const { progressToken } = _meta as Json;
  const form = { message: "Name?", requestedSchema: { type: "object", properties: { name: { type: "string" } } } };
  switch (name) {
    case "echo":
      return text((input as { text?: string }).text ?? "");
    case "environment":
      return text(JSON.stringify(process.env));
    case "progress": {
      for (let step = 1; step <= 3; step += 1)
        write({ method: "notifications/progress", params: { progressToken, progress: step, total: 3, message: "\u001b[31mwork" } });
      // A client may handle the notifications later than the answer, if both come at once.
      if (!isModern) await ask("ping", {});
      return text("done");
    }
    case "endless progress": {
      const timer = setInterval(() => {
        for (let step = 0; step < 5; step += 1) write({ method: "notifications/progress", params: { progressToken, progress: 1 } });
      }, 10);
      cancelled.set(id, () => clearInterval(timer));
      return;
    }
    case "large":
      return text("x".repeat((input as { bytes: number }).bytes));
    case "change":
      listed = [{ name: "changed", description: "Changed.", inputSchema: { type: "object" } }];
      for (let times = 0; times < 50; times += 1) write({ method: "notifications/tools/list_changed", ...subscription });
      return text("changed");
    case "ask": {
      if (isModern && inputResponses === undefined)
        return answer(id, {
          resultType: "input_required",
          inputRequests: { name: { method: "elicitation/create", params: { mode: "form", ...form } } },
        });
      const result = isModern ? (inputResponses as Json)["name"] : await ask("elicitation/create", { mode: "form", ...form });
      return text(JSON.stringify(result));
    }
    case "withdraw": {
      void ask("elicitation/create", { mode: "form", ...form });
      write({ method: "notifications/cancelled", params: { requestId: nextId, reason: "too late" } });
      return;
    }
    case "pester": {
      let action: unknown = "";
      for (let times = 0; times < 30; times += 1) ({ action } = await ask("elicitation/create", { mode: "form", ...form }));
      return text(String(action));
    }
    case "locked": {
      const { url, count = 1 } = input as { url?: string; count?: number };
      if (opened) return text("unlocked");
      opened = true;
      return write({
        id,
        error: {
          code: -32042,
          message: "log in first",
          data: { elicitations: Array.from({ length: count }, () => ({ mode: "url", elicitationId: "1", message: "Log in", url })) },
        },
      });
    }
    case "open": {
      const result = await ask("elicitation/create", { mode: "url", message: "Log in", url: (input as Json)["url"], elicitationId: "1" });
      return text(JSON.stringify(result));
    }
    case "die":
      process.stderr.write("the disk is on fire\n");
      process.exit(3);
    case "no object":
      return write({ id, ...(input as Json) });
    case "nonsense": {
      const deep = `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`;
      for (const line of [
        '{"jsonrpc":"2.0"}',
        '{"jsonrpc":"2.0","id":null,"result":{}}',
        '{"jsonrpc":"2.0","id":{"a":1},"result":null}',
        '{"jsonrpc":"2.0","id":99999,"result":{}}',
        '{"jsonrpc":"2.0","id":99999,"error":"no"}',
        '{"jsonrpc":"2.0","method":7,"params":[]}',
        '{"jsonrpc":"2.0","id":1,"method":"sampling/createMessage","params":{}}',
        '{"jsonrpc":"2.0","id":2,"method":"elicitation/create","params":{"message":5}}',
        '{"jsonrpc":"2.0","id":3,"method":"__proto__"}',
        '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"x","progress":"y"}}',
        '{"jsonrpc":"2.0","method":"notifications/cancelled","params":null}',
        `{"jsonrpc":"2.0","method":"notifications/message","params":${deep}}`,
        `{"jsonrpc":"2.0","id":4,"method":"ping","params":${deep}}`,
        "[]",
        "null",
      ])
        process.stdout.write(`${line}\n`);
      return text("done");
    }
    case "close output":
      closeSync(1);
      return;
    case "hang":
      return note("called hang");
    case "endless":
      // 50 MB without a line end.
      for (let part = 0; part < 50; part += 1) process.stdout.write("x".repeat(1_000_000));
      return;
    default:
      return refuse(id, `unknown tool ${String(name)}`, -32602);
  }
};

let subscription: Json = {};

const requests: Readonly<Record<string, (id: Id, params: Json) => unknown>> = {
  initialize: (id, { protocolVersion }) => {
    if (die === "initialize") process.exit(5);
    if (era === "modern") return refuse(id, "unknown method initialize");
    if (hang !== "initialize") answer(id, { protocolVersion, capabilities, serverInfo, instructions: "Be brief." });
  },
  "server/discover": (id) => {
    if (die === "discover") process.exit(1);
    if (behaviour.ignoresUnknown === true) return;
    if (era === "legacy") return refuse(id, "unknown method server/discover");
    isModern = true;
    const discovery = { supportedVersions: ["2026-07-28"], capabilities, _meta: { "io.modelcontextprotocol/serverInfo": serverInfo } };
    answer(id, discovery);
  },
  "subscriptions/listen": (id, { notifications }) => {
    subscription = { params: { _meta: { "io.modelcontextprotocol/subscriptionId": id } } };
    note("subscribed");
    write({ method: "notifications/subscriptions/acknowledged", params: { ...(subscription["params"] as Json), notifications } });
  },
  "tools/list": (id, { cursor = "0" }) => {
    note("listed tools");
    if (die === "list") process.exit(6);
    if (behaviour.pages === "same") return answer(id, { tools: listed, nextCursor: "0" });
    if (behaviour.pages !== undefined) {
      const next = Number(cursor) + 1;
      const end = next < behaviour.pages ? { nextCursor: String(next) } : {};
      return answer(id, { tools: [{ name: `tool_${next}`, inputSchema: {} }], ...end });
    }
    if (hang !== "list") answer(id, { tools: listed });
  },
  "prompts/list": (id) =>
    answer(id, {
      prompts: [
        { name: "greet", arguments: [{ name: "who", required: true }] },
        { name: "compare", arguments: [{ name: "first", required: true }, { name: "second" }] },
      ],
    }),
  "prompts/get": (id, { name, arguments: input = {} }) => {
    const text = name === "greet" ? `Greet ${String((input as Json)["who"])}` : JSON.stringify(input);
    answer(id, { messages: [{ role: "user", content: { type: "text", text } }] });
  },
  "resources/list": (id) => answer(id, { resources: [{ uri: "stub://a", name: "a", mimeType: "text/plain" }] }),
  "resources/read": (id, { uri }) => {
    note(`read ${String(uri)}`);
    answer(id, { contents: [{ uri, text: "contents of a" }] });
  },
  "tools/call": call,
  ping: (id) => answer(id, {}),
};

const receive = (line: string): void => {
  const { id, method, params = {}, result } = JSON.parse(line) as { id?: Id; method?: string; params?: Json; result?: Json };
  if (method === undefined) return waiting.get(id as Id)?.(result ?? {});
  if (method === "notifications/cancelled") cancelled.get(params["requestId"])?.();
  if (id === undefined) return note(`notification ${method}`);
  if (hang === "start") return;
  const handle = requests[method];
  if (handle === undefined) refuse(id, `unknown method ${method}`);
  else void handle(id, params);
};

note(`started ${process.pid}`);
if (behaviour.garbage === true) process.stdout.write('Welcome!\n{"not": "mcp"}\n\u0000\n{]\n');
if (behaviour.flood === true) {
  process.stdout.write("log line\n".repeat(100_000));
  process.stderr.write("error line\n".repeat(100_000));
}
if (behaviour.stubborn === true) {
  process.on("SIGTERM", () => {});
  setInterval(() => {}, 1e6);
}
if (children === true) {
  const program = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1e6)";
  for (const detached of [false, true]) {
    const child = spawn(process.execPath, ["-e", program], { detached, stdio: "ignore" });
    child.unref();
    note(`child ${child.pid}`);
  }
}
if (die === "start") {
  process.stderr.write("missing API_KEY\n");
  process.exitCode = 4;
} else {
  const held: string[] = [];
  let { handlesFrom = 1 } = behaviour;
  createInterface({ input: process.stdin }).on("line", (line) => {
    held.push(line);
    if (held.length < handlesFrom) return;
    handlesFrom = 1;
    held.splice(0).forEach(receive);
  });
}
