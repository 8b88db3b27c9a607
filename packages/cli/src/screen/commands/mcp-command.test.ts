import assert from "node:assert/strict";
import { test } from "node:test";
import { openScreen } from "../screen.fixture.ts";
import { DOWN, ENTER, enter, shownLines } from "./enter.fixture.ts";
import type { ServerItem } from "./workplace.ts";

const SERVERS: readonly ServerItem[] = [
  { name: "files", state: "started", size: "2 tools, about 300 tokens", lines: ["  read: Read a file"], canStart: false },
  { name: "issues", state: "failed", size: "", reason: "not logged in. Run: cox mcp login issues", lines: [], canStart: true },
];

const workplace = { servers: async () => SERVERS, startServer: async (name: string) => `${name}: it is not logged in` };

test("/mcp lists the servers with their states, and previews what they offer or why they failed", async () => {
  await using scene = await openScreen({ columns: 100, workplace });
  enter(scene, "/mcp");
  await scene.terminal.seen("files");
  await scene.terminal.seen("started · 2 tools, about 300 tokens");
  await scene.terminal.seen("read: Read a file");
  scene.terminal.press(DOWN);
  await scene.terminal.seen("Run: cox mcp login issues");
});

test("/mcp starts a server that is not running, and shows the others", async () => {
  await using scene = await openScreen({ columns: 100, workplace });
  enter(scene, "/mcp issues");
  await scene.terminal.seen("Starting issues");
  await scene.terminal.seen("issues: it is not logged in");
  enter(scene, "/mcp");
  await scene.terminal.seen("MCP servers");
  scene.terminal.press(ENTER);
  await scene.terminal.seen("files: started");
  assert.ok(!(await shownLines(scene)).some((line) => line.includes("Starting files")));
});

test("/mcp reports an unknown server, and how to add the first one", async () => {
  await using scene = await openScreen({ workplace });
  enter(scene, "/mcp nothing");
  await scene.terminal.seen("! no MCP server nothing. /mcp lists them");
  await using empty = await openScreen();
  enter(empty, "/mcp");
  await empty.terminal.seen("No MCP servers. Add one with: cox mcp add NAME");
});
