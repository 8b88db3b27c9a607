import assert from "node:assert/strict";
import { test } from "node:test";
import { emulator } from "../terminal/emulator.fixture.ts";
import { colorlessTheme } from "../themes/index.ts";
import { KEYS, openEditor } from "./editor.fixture.ts";

const earlier = (...texts: readonly string[]) => texts.map((text, at) => ({ text, at: 1000 - at, isCut: false }));

/** The rows of the panel with the earlier prompts. */
const openPanel = (scene: ReturnType<typeof openEditor>) => {
  const closed: string[] = [];
  const panel = scene.editor.historyPanel((hint) => closed.push(hint));
  return {
    closed,
    press: (...keys: readonly string[]) => keys.forEach((key) => panel.input(key)),
    async rows() {
      panel.rows({ width: 60, height: 10 }, colorlessTheme);
      await new Promise(setImmediate);
      const terminal = emulator(60, 10);
      terminal.write(panel.rows({ width: 60, height: 10 }, colorlessTheme).join("\r\n"));
      return (await terminal.screen()).slice(1).filter((row) => row !== "");
    },
  };
};

test("the arrows walk from the typed text through the prompts of the screen and of the project, and back", async () => {
  const scene = openEditor({ prompts: async () => earlier("from another session", "first") });
  for (const text of ["first", "second\nof two lines"]) {
    scene.editor.set(text);
    scene.press(KEYS.enter);
  }
  scene.type("typed");
  const seen: string[] = [];
  scene.press(KEYS.up, KEYS.up);
  seen.push(scene.editor.text);
  await scene.shown();
  for (const key of [KEYS.up, KEYS.up, KEYS.up]) {
    scene.press(key);
    seen.push(scene.editor.text);
  }
  for (let step = 0; step < 6; step += 1) scene.press(KEYS.down);
  seen.push(scene.editor.text);
  assert.deepEqual(seen, ["second\nof two lines", "first", "from another session", "from another session", "typed"]);
});

test("a command of the history is sent by Enter, and the arrows do not get stuck in its completions", () => {
  const scene = openEditor({ screenCommands: [{ name: "exit", summary: "Leave" }] });
  for (const text of ["before", "/exit"]) {
    scene.editor.set(text);
    scene.press(KEYS.enter);
  }
  scene.press(KEYS.up, KEYS.up);
  assert.equal(scene.editor.text, "before");
  scene.press(KEYS.down);
  assert.equal(scene.editor.text, "/exit");
  scene.press(KEYS.up);
  assert.equal(scene.editor.text, "before");
  scene.press(KEYS.down, KEYS.enter);
  assert.equal(scene.submitted.at(-1)?.text, "/exit");
});

test("an earlier prompt that is edited becomes the typed text", () => {
  const scene = openEditor();
  for (const text of ["one", "two"]) {
    scene.editor.set(text);
    scene.press(KEYS.enter);
  }
  scene.press(KEYS.up);
  scene.type("a ");
  scene.press("\u0001", KEYS.up);
  assert.equal(scene.editor.text, "two");
  scene.press(KEYS.down, KEYS.down);
  assert.equal(scene.editor.text, "a two");
});

test("an arrow that is pressed while the sessions are read shows the earlier prompt once it is there, unless more was typed", async () => {
  for (const more of ["", "x"]) {
    const reading = Promise.withResolvers<ReturnType<typeof earlier>>();
    const scene = openEditor({ prompts: () => reading.promise });
    scene.press(KEYS.up);
    scene.type(more);
    reading.resolve(earlier("from another session"));
    await scene.shown();
    assert.equal(scene.editor.text, more === "" ? "from another session" : more);
  }
});

test("the search shows the prompts of all sessions with their age, the latest first, each once", async () => {
  const prompts = earlier("deploy the docs", "fix the parser", "drop every log, please; or yank", "deploy now", "fix the parser");
  const scene = openEditor({ prompts: async () => prompts });
  const panel = openPanel(scene);
  await scene.timer.advance(3 * 3_600_000);
  assert.deepEqual(
    (await panel.rows()).slice(0, -1).map((row) => row.trim().replace(/ {2,}/, " | ")),
    ["deploy the docs | 2 h", "fix the parser | 2 h", "drop every log, please; or yank | 2 h", "deploy now | 2 h"],
  );
  panel.press("d", "e", "p", "l", "o", "y");
  assert.deepEqual(
    (await panel.rows()).slice(0, -1).map((row) => row.trim().replace(/ {2,}.*/, "")),
    ["deploy the docs", "deploy now"],
  );
  panel.press("\u0012", KEYS.enter);
  assert.equal(scene.editor.text, "deploy now");
  assert.deepEqual(panel.closed, [""]);
});

test("the sessions are read once and only when the history is needed, and those of the screen are there meanwhile", async () => {
  const reading = Promise.withResolvers<ReturnType<typeof earlier>>();
  let reads = 0;
  const scene = openEditor({
    prompts: () => {
      reads += 1;
      return reading.promise;
    },
  });
  scene.type("own");
  scene.press(KEYS.enter);
  await scene.shown();
  assert.equal(reads, 0);
  const panel = openPanel(scene);
  assert.match((await panel.rows()).join("\n"), /own .*\n.*reading sessions…/s);
  reading.resolve(earlier("theirs"));
  assert.match((await panel.rows()).join("\n"), /own .*\n\s+theirs .*\n(?!.*reading)/);
  openPanel(scene);
  assert.equal(reads, 1);
});

test("a prompt that is longer than the index has is marked when it is taken, and the arrows skip it", async () => {
  const scene = openEditor({ prompts: async () => [{ text: "the beginning", at: 1, isCut: true }, ...earlier("whole")] });
  scene.press(KEYS.up);
  await scene.shown();
  assert.equal(scene.editor.text, "whole");
  const panel = openPanel(scene);
  await panel.rows();
  panel.press(KEYS.enter);
  assert.deepEqual(panel.closed, ["Only the beginning of this long prompt is in the history"]);
});

test("sessions that cannot be read leave the prompts of the screen", async () => {
  const scene = openEditor({ prompts: () => Promise.reject(new Error("disk")) });
  scene.type("own");
  scene.press(KEYS.enter);
  const panel = openPanel(scene);
  await panel.rows();
  panel.press(KEYS.enter);
  assert.equal(scene.editor.text, "own");
});
