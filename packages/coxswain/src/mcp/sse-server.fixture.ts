import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestContext } from "node:test";
import type { McpUrlConfig } from "./types.ts";

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly protocolVersion?: string; readonly arguments?: { readonly text?: string } };
}

/** Starts a small MCP server over HTTP+SSE, the transport of 2024, on a loopback port. It ends after the test. */
export const sseStub = async (t: TestContext) => {
  const headers: IncomingHttpHeaders[] = [];
  const streams = new Set<ServerResponse>();
  let opened = 0;

  const results = ({ method, params }: Message): object | undefined => {
    const tools = [{ name: "echo", inputSchema: { type: "object" } }];
    const { protocolVersion, arguments: { text = "" } = {} } = params ?? {};
    switch (method) {
      case "initialize":
        return { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "sse stub", version: "1" } };
      case "tools/list":
        return { tools };
      case "tools/call":
        return { content: [{ type: "text", text: text === "large" ? "x".repeat(11_000_000) : text }] };
      default:
        return undefined;
    }
  };

  const server = createServer(async (request, response) => {
    headers.push(request.headers);
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://stub");
    if (request.method === "GET" && pathname === "/sse") {
      opened += 1;
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(`event: endpoint\ndata: /messages?stream=${opened}\n\n`);
      streams.add(response);
      response.on("close", () => streams.delete(response));
      return;
    }
    if (request.method !== "POST" || pathname !== "/messages") return void response.writeHead(404).end("Cannot POST");
    let body = "";
    for await (const part of request) body += String(part);
    const message = JSON.parse(body) as Message;
    const [stream] = searchParams.get("stream") === String(opened) ? streams : [];
    if (stream === undefined) return void response.writeHead(400).end("no such stream");
    response.writeHead(202).end("Accepted");
    if (message.params?.arguments?.text === "hang up") return void stream.end();
    const result = results(message);
    if (result !== undefined) stream.write(`data: ${JSON.stringify({ jsonrpc: "2.0", id: message.id, result })}\n\n`);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/sse`;
  const config: McpUrlConfig = { kind: "url", name: "old", origin: "option", url, headers: { "x-key": "k" } };
  return { config, headers, opened: () => opened, streams };
};
