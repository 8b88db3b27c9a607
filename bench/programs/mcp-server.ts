// An MCP server over stdio whose tools answer at once. Argument: the number of tools.
import { createInterface } from "node:readline";

const tools = Array.from({ length: Number(process.argv[2]) }, (_, at) => ({
  name: `list_records_${at}`,
  description: `Lists the records of collection ${at} that match a filter, ordered by the time of their last change. Returns one page of records.`,
  inputSchema: {
    type: "object",
    properties: {
      filter: { type: "string", description: "Words that each record must contain, separated by blanks." },
      limit: { type: "integer", description: "Maximum number of records of a page. Default: 20.", minimum: 1, maximum: 100 },
      cursor: { type: "string", description: "The cursor of the previous page. Default: the first page." },
    },
    required: ["filter"],
  },
}));

const answers: Readonly<Record<string, (params: Readonly<Record<string, unknown>>) => object>> = {
  initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "records", version: "1" } }),
  "tools/list": () => ({ tools }),
  "tools/call": (params) => ({ content: [{ type: "text", text: JSON.stringify(params["arguments"]) }] }),
};

createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params = {} } = JSON.parse(line);
  if (id === undefined) return;
  const result = answers[method]?.(params);
  const answer = result === undefined ? { error: { code: -32601, message: "unknown method" } } : { result };
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, ...answer })}\n`);
});
