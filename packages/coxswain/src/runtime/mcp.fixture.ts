import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import type { McpServerConfig } from "../mcp/index.ts";
import { serversOf, stubConfig } from "../mcp/stub-server.fixture.ts";
import { type Message, type Reply, textOf } from "../model/index.ts";
import { openScene, type Scene } from "./runtime.fixture.ts";

export type Behaviour = Parameters<typeof stubConfig>[0];

/** A tool of the stub that returns its text; with a number, a tool that the stub only lists. */
export const echo = (number = 0, description = "Returns its text.") => ({
  name: number === 0 ? "echo" : `echo_${number}`,
  description,
  inputSchema: { type: "object", properties: { text: { type: "string" } }, additionalProperties: false },
});

export const echoes = (count: number) => [echo(), ...Array.from({ length: count - 1 }, (_, at) => echo(at + 1))];

/** Servers whose manifests are cached already, as of an earlier process, unless `unknown`. */
export const serversWith = async (
  t: TestContext,
  behaviour: Behaviour = {},
  { unknown = false, configs = [stubConfig(behaviour)] as readonly McpServerConfig[] } = {},
) => {
  const { servers, again } = serversOf(t, configs);
  if (unknown) return servers;
  await Promise.all(servers.servers.map((server) => server.start(AbortSignal.timeout(10_000))));
  await servers.close();
  return again();
};

/** Opens a session with a stub server that is known already. */
export const open = async (t: TestContext, behaviour: Behaviour, scene: Scene) =>
  openScene({ ...scene, mcp: await serversWith(t, { tools: echoes(1), ...behaviour }) });

export const search = (query: string): Reply => ({ calls: [{ name: "mcp_search", input: { query } }] });

export const call = (tool: string, input: unknown): Reply => ({ calls: [{ name: "call_tool", input: { tool, arguments: input } }] });

export const direct = (tool: string, input: unknown): Reply => ({ calls: [{ name: `mcp__stub__${tool}`, input }] });

export const namesOf = (request: { readonly tools: readonly { readonly name: string }[] } | undefined): readonly string[] =>
  request?.tools.map(({ name }) => name) ?? [];

export const resultIn = (messages: readonly Message[] = []): string =>
  textOf(messages.findLast(({ role }) => role === "tool") ?? assert.fail());
