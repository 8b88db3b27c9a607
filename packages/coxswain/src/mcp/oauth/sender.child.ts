/** Sends a message to a protected server, each time that it reads a line, with the login of the given folder. */
import { createInterface } from "node:readline";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { mcpLogins } from "./logins.ts";

const [folder = "", url = ""] = process.argv.slice(2);
const { provider, observe } = mcpLogins({ folder }).authorize({ kind: "url", name: "stub", origin: "user", url, headers: {} });
const transport = new StreamableHTTPClientTransport(new URL(url), { authProvider: provider, fetch: observe(fetch) });
await transport.start();
process.stdout.write("ready\n");
for await (const _ of createInterface({ input: process.stdin })) {
  try {
    await transport.send({ jsonrpc: "2.0", method: "notifications/test" });
    process.stdout.write("sent\n");
  } catch (error) {
    process.stdout.write(`failed: ${error instanceof Error ? error.message : String(error)}\n`);
  }
}
await transport.close();
