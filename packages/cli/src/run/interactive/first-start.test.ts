import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import type { LocalServer } from "coxswain/providers";
import { outputTo } from "./output-to.ts";
import { colorlessTheme, DialogScreen, PlainDialogScreen, processTimer } from "../../screen/index.ts";
import { lineTerminal } from "../../screen/plain/typed-terminal.fixture.ts";
import { testTerminal } from "../../screen/terminal/test-terminal.fixture.ts";
import { taskConfigurations } from "../task-configurations.ts";
import { firstStart, type FirstStartOptions } from "./first-start.ts";

const ENTER = "\r";
const DOWN = "\u001b[B";

const LOCAL = {
  provider: "ollama",
  baseURL: "http://127.0.0.1:1/v1",
  models: [{ reference: "ollama/qwen3" }],
} as unknown as LocalServer;

/** A first start in a new home, with a terminal that is emulated. */
const begin = (
  options: Partial<FirstStartOptions> & { readonly settings?: object; readonly files?: Readonly<Record<string, string>> } = {},
) => {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "cox-first-")));
  const cwd = join(home, "project");
  mkdirSync(join(cwd, ".git"), { recursive: true });
  mkdirSync(join(home, "cox"));
  writeFileSync(join(home, "cox", "settings.json"), JSON.stringify(options.settings ?? {}));
  for (const [name, text] of Object.entries(options.files ?? {})) {
    mkdirSync(join(cwd, name, ".."), { recursive: true });
    writeFileSync(join(cwd, name), text);
  }
  const terminal = testTerminal(80, 24);
  const env = { COX_HOME: join(home, "cox") };
  let opened = 0;
  const start = firstStart({
    values: {},
    location: { cwd },
    configurations: taskConfigurations(options.values ?? {}, { env, cwd }),
    context: { env, stderr: outputTo(() => {}, { columns: () => 80, isTerminal: true }) },
    servers: async () => [],
    open: () => {
      opened += 1;
      return new DialogScreen({ terminal, timer: processTimer, theme: colorlessTheme });
    },
    ...options,
  });
  return {
    home,
    terminal,
    start,
    opened: () => opened,
    [Symbol.dispose]: () => rmSync(home, { recursive: true }),
  };
};

/** A provider that accepts one key. */
const providerServer = async (key: string) => {
  const server = createServer((request, response) => {
    request.resume();
    if (request.headers.authorization !== `Bearer ${key}`) {
      response.writeHead(401, { "content-type": "application/json" }).end(JSON.stringify({ error: { message: "wrong key" } }));
      return;
    }
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.end(
      `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: "Yes" }, finish_reason: "stop" }] })}\n\ndata: [DONE]\n\n`,
    );
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
};

test("with a model and nothing to trust, nothing is asked", async () => {
  using scene = begin({ settings: { model: "ollama/qwen3" } });
  assert.equal(await scene.start, "session");
  assert.equal(scene.opened(), 0);
});

test("a model on this machine is chosen and saved, and the terminal is restored", async () => {
  using scene = begin({ servers: async () => [LOCAL] });
  await scene.terminal.seen("ollama/qwen3");
  scene.terminal.press(ENTER);
  assert.equal(await scene.start, "session");
  assert.equal(JSON.parse(readFileSync(join(scene.home, "cox", "settings.json"), "utf8")).model, "ollama/qwen3");
  assert.equal(scene.terminal.isOpen, false);
});

test("a pasted key is recognized, checked and saved for its owner only, and is never shown", async () => {
  const key = "gsk_loopback-1234567890";
  await using server = await providerServer(key);
  using scene = begin({ settings: { providers: { groq: { baseURL: server.url } } } });
  await scene.terminal.seen("Paste an API key");
  scene.terminal.press(ENTER);
  await scene.terminal.seen("hidden while you type");
  scene.terminal.press(`\u001b[200~${key}\u001b[201~`);
  await scene.terminal.seen("•".repeat(key.length));
  scene.terminal.press(ENTER);
  assert.equal(await scene.start, "session");
  const text = (await scene.terminal.lines()).join("\n");
  assert.match(text, /Saved the key for Groq/);
  assert.doesNotMatch(scene.terminal.written, /loopback/);
  const file = join(scene.home, "cox", "data", "credentials.json");
  assert.equal(JSON.parse(readFileSync(file, "utf8")).groq, key);
  assert.equal(statSync(file).mode & 0o777, 0o600);
});

test("a key that its provider refuses is not saved, and the hidden line stays until Escape", async () => {
  await using server = await providerServer("gsk_right");
  using scene = begin({ settings: { providers: { groq: { baseURL: server.url } } } });
  const { terminal } = scene;
  await terminal.seen("Paste an API key");
  terminal.press(ENTER);
  await terminal.seen("hidden while you type");
  terminal.press(ENTER);
  await terminal.seen("Nothing to take yet");
  terminal.press("gsk_wrong", ENTER);
  await terminal.seen("The key was not saved");
  await terminal.seen("hidden while you type");
  terminal.press("\u001b[200~gsk_pasted\u001b[201~");
  await terminal.seen("•".repeat(10));
  terminal.press("\u001b");
  await terminal.seen("Paste an API key");
  terminal.press("\u001b");
  assert.equal(await scene.start, "leave");
  assert.doesNotMatch(terminal.written, /gsk_/);
});

test("a key that is pasted at the list of models is checked and saved, and never shown", async () => {
  const key = "gsk_loopback-1234567890";
  await using server = await providerServer(key);
  using scene = begin({ settings: { providers: { groq: { baseURL: server.url } } } });
  await scene.terminal.seen("Paste an API key");
  for (const letter of "loop") scene.terminal.press(letter);
  scene.terminal.press(`\u001b[200~${key}\r\nmore\r\n\u001b[201~`);
  assert.equal(await scene.start, "session");
  assert.doesNotMatch(scene.terminal.written, /loop/);
});

test("the provider of a key without a known beginning is asked", async () => {
  await using server = await providerServer("sk-0123456789");
  using scene = begin({ settings: { providers: { deepseek: { baseURL: server.url } } } });
  await scene.terminal.seen("Paste an API key");
  scene.terminal.press(ENTER);
  await scene.terminal.seen("hidden while you type");
  scene.terminal.press("sk-0123456789", ENTER);
  await scene.terminal.seen("Provider of the key");
  scene.terminal.press("\u001b[200~sk-another\u001b[201~", DOWN, ENTER);
  await scene.terminal.seen("Saved the key for");
  assert.equal(await scene.start, "session");
  assert.doesNotMatch(scene.terminal.written, /sk-/);
});

test("a cancelled screen shows no further question, and the terminal is restored", async () => {
  const screens: DialogScreen[] = [];
  const terminal = testTerminal(80, 24);
  using scene = begin({
    open: () => {
      const screen = new DialogScreen({ terminal, timer: processTimer, theme: colorlessTheme });
      screens.push(screen);
      return screen;
    },
  });
  await terminal.seen("Paste an API key");
  screens[0]?.cancel();
  assert.equal(await scene.start, "leave");
  assert.equal(terminal.isOpen, false);
});

test("a server that was started meanwhile is found", async () => {
  const answers: (readonly LocalServer[])[] = [[], [LOCAL]];
  using scene = begin({ servers: async () => answers.shift() ?? [] });
  await scene.terminal.seen("Look again");
  scene.terminal.press(DOWN, ENTER);
  await scene.terminal.seen("ollama/qwen3");
  scene.terminal.press(ENTER);
  assert.equal(await scene.start, "session");
});

for (const [key, isTrusted] of [
  ["y", true],
  ["n", false],
  ["\u001b", false],
] as const) {
  test(`a project with files for agents is shown, and ${JSON.stringify(key)} ${isTrusted ? "trusts" : "does not trust"} it`, async () => {
    using scene = begin({ settings: { model: "ollama/qwen3" }, files: { ".coxswain/settings.json": "{}" } });
    await scene.terminal.seen("Trust this project?");
    scene.terminal.press(key);
    assert.equal(await scene.start, "session");
    const text = (await scene.terminal.lines()).join("\n");
    assert.match(text, /settings: \.coxswain\/settings\.json/);
    assert.equal(/^Trusted: /m.test(text), isTrusted);
  });
}

/** A first start in plain mode, at a terminal that edits lines. `keys`: the hidden lines that the user types. */
const beginPlain = (options: Parameters<typeof begin>[0] = {}, keys: readonly (string | undefined)[] = []) => {
  const terminal = lineTerminal();
  const left = [...keys];
  const readHidden = async (prompt: () => void): Promise<string | undefined> => {
    prompt();
    return left.shift();
  };
  const readTyped = (prompt: () => void): Promise<{ readonly text: string; readonly isPasted: boolean } | undefined> => {
    prompt();
    const { promise, resolve } = Promise.withResolvers<{ readonly text: string; readonly isPasted: boolean } | undefined>();
    const cancel = (): void => resolve(undefined);
    const typed = (text: string): void => resolve({ text, isPasted: text.startsWith("gsk_") });
    terminal.start({ typed, interrupted: cancel, continued() {}, ended: cancel });
    return promise;
  };
  const scene = begin({ ...options, open: () => new PlainDialogScreen({ terminal, readHidden, readTyped }) });
  return { ...scene, terminal, [Symbol.dispose]: () => scene[Symbol.dispose]() };
};

test("plain: a model on this machine is chosen by its number", async () => {
  using scene = beginPlain({ servers: async () => [LOCAL] });
  await scene.terminal.seen("1: ollama/qwen3");
  await scene.terminal.seen("Enter for none: ");
  scene.terminal.type("1");
  assert.equal(await scene.start, "session");
  assert.match(scene.terminal.text, /Using ollama\/qwen3/);
});

test("plain: a key is asked for until one is accepted, and is never shown", async () => {
  await using server = await providerServer("gsk_right");
  using scene = beginPlain({ settings: { providers: { groq: { baseURL: server.url } } } }, ["gsk_wrong", "gsk_right"]);
  await scene.terminal.seen("Enter for none: ");
  scene.terminal.type("1");
  assert.equal(await scene.start, "session");
  assert.match(scene.terminal.text, /The key was not saved[^]*Saved the key for Groq/);
  assert.doesNotMatch(scene.terminal.text, /gsk_/);
});

test("plain: a key that is pasted at the list is saved", async () => {
  await using server = await providerServer("gsk_right");
  using scene = beginPlain({ settings: { providers: { groq: { baseURL: server.url } } } });
  await scene.terminal.seen("Number or part of the name");
  scene.terminal.type("gsk_right");
  assert.equal(await scene.start, "session");
  assert.match(scene.terminal.text, /Saved the key for Groq/);
});

test("plain: an empty hidden line goes back to the list, and an empty answer leaves", async () => {
  using scene = beginPlain({}, [undefined]);
  await scene.terminal.seen("Enter for none: ");
  scene.terminal.type("1");
  await scene.terminal.seen("Enter for none: ");
  scene.terminal.type("");
  assert.equal(await scene.start, "leave");
});

test("plain: the end of the input leaves", async () => {
  using scene = beginPlain();
  await scene.terminal.seen("Enter for none: ");
  scene.terminal.end();
  assert.equal(await scene.start, "leave");
});

for (const [typed, isTrusted] of [
  ["y", true],
  ["2", true],
  ["n", false],
  ["", false],
] as const) {
  test(`plain: ${JSON.stringify(typed)} ${isTrusted ? "trusts" : "does not trust"} a project`, async () => {
    using scene = beginPlain({ settings: { model: "ollama/qwen3" }, files: { ".coxswain/settings.json": "{}" } });
    await scene.terminal.seen("Trust this project?");
    await scene.terminal.seen("Enter for none: ");
    scene.terminal.type(typed);
    assert.equal(await scene.start, "session");
    assert.equal(/^Trusted: /m.test(scene.terminal.text), isTrusted);
  });
}
