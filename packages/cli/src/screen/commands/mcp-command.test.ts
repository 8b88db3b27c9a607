import assert from "node:assert/strict";
import { test } from "node:test";
import { openScreen } from "../screen.fixture.ts";
import { DOWN, ENTER, enter, shownLines } from "./enter.fixture.ts";
import type { ServerAction, ServerItem } from "./workplace.ts";

const SERVERS: readonly ServerItem[] = [
  {
    name: "files",
    state: "started",
    size: "2 tools, about 300 tokens",
    lines: ["  read: Read a file"],
    actions: ["restart", "disable"],
  },
  {
    name: "issues",
    state: "failed",
    size: "",
    reason: "not logged in. Run: cox mcp login issues",
    lines: [],
    actions: ["login", "restart", "disable"],
  },
  { name: "off", state: "disabled", size: "", reason: "disabled in its file", lines: [], actions: [] },
  { name: "wiki", state: "known", size: "1 tool, about 90 tokens", lines: [], actions: ["start", "disable"] },
];

const openServers = () => {
  const changes: (readonly [string, ServerAction])[] = [];
  const changeServer = async (name: string, action: ServerAction, print: (line: string) => void): Promise<string> => {
    changes.push([name, action]);
    if (action === "login") print("To log in, open https://login.example/");
    return `${name}: it is ${action}ed`;
  };
  const scene = openScreen({ columns: 100, workplace: { servers: async () => SERVERS, changeServer } });
  return { scene, changes };
};

test("/mcp lists the servers with their states, and previews what they offer or why they failed", async () => {
  await using scene = await openServers().scene;
  enter(scene, "/mcp");
  await scene.terminal.seen("files");
  await scene.terminal.seen("started · 2 tools, about 300 tokens");
  await scene.terminal.seen("read: Read a file");
  scene.terminal.press(DOWN);
  await scene.terminal.seen("Run: cox mcp login issues");
});

test("/mcp offers the actions that the state of the chosen server allows", async () => {
  const { scene: opened, changes } = openServers();
  await using scene = await opened;
  enter(scene, "/mcp");
  await scene.terminal.seen("MCP servers");
  scene.terminal.press(ENTER);
  await scene.terminal.seen("files · started");
  await scene.terminal.seen("Disable in this session");
  scene.terminal.press(DOWN);
  scene.terminal.press(ENTER);
  await scene.terminal.seen("files: it is disableed");
  assert.deepEqual(changes, [["files", "disable"]]);
});

test("/mcp SERVER ACTION needs no choice, and a login prints its URL", async () => {
  const { scene: opened, changes } = openServers();
  await using scene = await opened;
  enter(scene, "/mcp issues login");
  await scene.terminal.seen("Logging in to issues");
  await scene.terminal.seen("open https://login.example/");
  await scene.terminal.seen("issues: it is logined");
  assert.deepEqual(changes, [["issues", "login"]]);
});

test("/mcp SERVER restart starts a server that does not run", async () => {
  const { scene: opened, changes } = openServers();
  await using scene = await opened;
  enter(scene, "/mcp wiki restart");
  await scene.terminal.seen("wiki: it is started");
  assert.deepEqual(changes, [["wiki", "start"]]);
});

test("/mcp shows a server that is not used, and changes nothing", async () => {
  const { scene: opened, changes } = openServers();
  await using scene = await opened;
  enter(scene, "/mcp off");
  await scene.terminal.seen("off: disabled: disabled in its file");
  enter(scene, "/mcp off start");
  await scene.terminal.seen("! off is disabled: disabled in its file");
  enter(scene, "/mcp files restart now");
  await scene.terminal.seen("! unexpected argument: now");
  enter(scene, "/mcp files start");
  await scene.terminal.seen("! files is started. Its actions: restart, disable");
  assert.ok(!(await shownLines(scene)).some((line) => line.includes("Starting")));
  assert.deepEqual(changes, []);
});

test("/mcp reports an unknown server, and how to add the first one", async () => {
  await using scene = await openServers().scene;
  enter(scene, "/mcp nothing");
  await scene.terminal.seen("! no MCP server nothing. /mcp lists them");
  await using empty = await openScreen();
  enter(empty, "/mcp");
  await empty.terminal.seen("No MCP servers. Add one with: cox mcp add NAME");
});
