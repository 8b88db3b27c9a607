import assert from "node:assert/strict";
import { test } from "node:test";
import { defineTool, textResult } from "coxswain";
import type { NotificationSettings } from "coxswain/settings";
import { openScreen, type ScreenScene } from "../screen.fixture.ts";
import { manualTimer } from "../terminal/manual-timer.fixture.ts";
import type { TerminalAbilities } from "./terminal-abilities.ts";

const ABILITIES: TerminalAbilities = { sequences: true, notification: "osc777", progress: true };

const write = defineTool({
  name: "write",
  description: "Writes.",
  inputSchema: { type: "object" },
  effect: "write",
  execute: async () => textResult("written"),
});

/** A screen whose time the test advances, with everything that was written for outside of it. */
const openAway = async (scene: ScreenScene & { readonly settings?: NotificationSettings; readonly abilities?: TerminalAbilities } = {}) => {
  const { settings = {}, abilities = ABILITIES, ...rest } = scene;
  const timer = manualTimer();
  const opened = await openScreen({ script: ["Hello."], ...rest, timer, away: { settings, abilities } });
  /** Sequences of a kind, without their ends. */
  const sequences = (start: string): readonly string[] =>
    opened.terminal.written
      .split("\u001b]")
      .flatMap((one) => (one.startsWith(start) ? [one.slice(start.length).split("\u001b")[0] ?? ""] : []));
  const until = async (type: string, act: () => void): Promise<void> => {
    const events = opened.session.events();
    act();
    for await (const event of events) if (event.type === type) return;
  };
  const prompt = (): void => {
    opened.terminal.type("Go.");
    opened.terminal.press("\r");
  };
  return {
    ...opened,
    timer,
    sequences,
    notices: () => sequences("777;notify;"),
    titles: () => sequences("2;"),
    until,
    prompt,
    report: (hasFocus: boolean) => opened.announcer?.report({ kind: "focus", hasFocus }),
    [Symbol.asyncDispose]: opened[Symbol.asyncDispose],
  };
};

test("the title shows the state, and the old one is restored", async () => {
  await using scene = await openAway();
  await scene.until("run_end", scene.prompt);
  await scene.session.set({ title: "Greeting" });
  await scene.timer.advance(10);
  scene.screen.leave();
  await scene.shown;
  assert.deepEqual(scene.titles(), ["/ - cox", "● / - cox", "✓ / - cox", "✓ Greeting - cox", ""]);
  assert.ok(scene.terminal.written.includes("\u001b[22;2t"));
  assert.ok(scene.terminal.written.endsWith("\u001b[23;2t"));
});

test("a run that ends while the terminal has no focus is a notification", async () => {
  await using scene = await openAway();
  scene.report(false);
  await scene.until("run_end", scene.prompt);
  await scene.timer.advance(499);
  assert.deepEqual(scene.notices(), []);
  await scene.timer.advance(1);
  assert.equal(scene.notices().length, 1);
  assert.match(scene.notices()[0] ?? "", /^cox: \/;Done after /);
});

test("nothing is notified while the terminal has the focus", async () => {
  await using scene = await openAway();
  scene.report(true);
  await scene.until("run_end", scene.prompt);
  await scene.timer.advance(60_000);
  assert.deepEqual(scene.notices(), []);
});

test("without reports of the focus, only a run of ten seconds or more is notified", async () => {
  const hold = Promise.withResolvers<void>();
  await using scene = await openAway({ script: ["Short.", { text: "Long.", hold: hold.promise }] });
  await scene.until("run_end", scene.prompt);
  await scene.timer.advance(60_000);
  assert.deepEqual(scene.notices(), []);
  await scene.until("message_delta", scene.prompt);
  await scene.timer.advance(11_000);
  await scene.until("run_end", () => hold.resolve());
  await scene.timer.advance(500);
  assert.equal(scene.notices().length, 1);
});

test("a question that waits is a notification, in the end also without reports of the focus", async () => {
  const script = [{ calls: [{ name: "write", input: { path: "a" } }] }, "Done."];
  const scenes = { script, tools: [write], policy: () => ({ verdict: "ask", reason: "it writes" }) as const };
  await using scene = await openAway(scenes);
  await scene.until("permission_ask", scene.prompt);
  await scene.timer.advance(9_000);
  assert.deepEqual(scene.notices(), []);
  await scene.timer.advance(1_000);
  assert.deepEqual(scene.notices(), ['cox: /;Waits for your answer: write {"path":"a"}']);
  assert.equal(scene.titles().at(-1), "? / - cox");
  await scene.until("run_end", () => scene.terminal.press("y"));
  assert.equal(scene.titles().at(-1), "✓ / - cox");
});

test("a question that is answered at once is not notified", async () => {
  const script = [{ calls: [{ name: "write", input: {} }] }, "Done."];
  await using scene = await openAway({ script, tools: [write], policy: () => ({ verdict: "ask", reason: "it writes" }) });
  scene.report(false);
  await scene.until("permission_ask", scene.prompt);
  await scene.timer.advance(100);
  scene.report(true);
  // Keys answer a question only after a pause in the user's typing.
  await scene.timer.advance(1_000);
  await scene.until("run_end", () => scene.terminal.press("y"));
  await scene.timer.advance(60_000);
  assert.deepEqual(scene.notices(), []);
});

test("a run that was active before the screen opened is shown, and its end is notified", async () => {
  const hold = Promise.withResolvers<void>();
  await using scene = await openAway({ script: [{ text: "Hello.", hold: hold.promise }], active: "Go." });
  scene.report(false);
  assert.equal(scene.titles().at(-1), "● / - cox");
  await scene.timer.advance(5000);
  await scene.until("run_end", () => hold.resolve());
  await scene.timer.advance(500);
  assert.deepEqual(scene.notices(), ["cox: /;Done after 5.0 s"]);
});

test("the progress bar moves while a run is active, and is removed", async () => {
  const hold = Promise.withResolvers<void>();
  await using scene = await openAway({ script: [{ text: "Hello.", hold: hold.promise }] });
  await scene.until("message_delta", scene.prompt);
  await scene.timer.advance(11_000);
  await scene.until("run_end", () => hold.resolve());
  await scene.timer.advance(60_000);
  assert.deepEqual(scene.sequences("9;4;"), ["0", "3", "3", "3", "0"]);
});

test("a terminal that reads the program status protocol gets the state, and no other one does", async () => {
  await using scene = await openAway();
  assert.deepEqual(scene.sequences("7501;"), []);
  scene.announcer?.report({ kind: "program_status" });
  await scene.until("run_end", scene.prompt);
  scene.screen.leave();
  await scene.shown;
  assert.deepEqual(
    scene.sequences("7501;").map((one) => /^state=(\w+)/.exec(one)?.[1]),
    ["idle", "working", "done", "clear"],
  );
});

test("the method `command` runs the user's command with the notification", async () => {
  await using scene = await openAway({ settings: { method: "command", command: "say it" } });
  scene.report(false);
  await scene.until("run_end", scene.prompt);
  await scene.timer.advance(500);
  const [[command, input] = []] = scene.commands;
  assert.equal(command, "say it");
  assert.equal(input?.["hook_event_name"], "Notification");
  assert.equal(input?.["notification_type"], "run_done");
  assert.equal(input?.["title"], "cox: /");
});

test("the settings turn everything off", async () => {
  await using scene = await openAway({ settings: { method: "off", status: false } });
  scene.report(false);
  scene.announcer?.report({ kind: "program_status" });
  await scene.until("run_end", scene.prompt);
  await scene.timer.advance(60_000);
  scene.screen.leave();
  await scene.shown;
  assert.ok(!scene.terminal.written.includes("\u001b]"));
  assert.ok(!scene.terminal.written.includes("\u0007"));
});

test("a terminal without sequences gets its bell only", async () => {
  await using scene = await openAway({
    abilities: { sequences: false, notification: "bell", progress: false },
    settings: { method: "osc9" },
  });
  scene.report(false);
  await scene.until("run_end", scene.prompt);
  await scene.timer.advance(500);
  assert.ok(!scene.terminal.written.includes("\u001b]"));
  assert.ok(scene.terminal.written.includes("\u0007"));
});
