import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { notificationSequence, programStatusSequence, shortText, TITLE } from "./sequences.ts";
import type { NotificationForm, TerminalAbilities } from "./terminal-abilities.ts";

const PLAIN: TerminalAbilities = { sequences: true, notification: "bell", progress: false };
const shown = (form: NotificationForm, abilities = PLAIN, title = "cox: engine", body = "Done after 12 s") =>
  notificationSequence(form, { title, body }, abilities).replaceAll("\u001b", "E").replaceAll("\u0007", "B");

test("a notification has the form of its terminal", () => {
  assert.equal(shown("bell"), "B");
  assert.equal(shown("osc9"), "E]9;cox: engine: Done after 12 sE\\");
  assert.equal(shown("osc777"), "E]777;notify;cox: engine;Done after 12 sE\\");
  assert.equal(shown("osc99"), "E]99;i=cox:d=0;cox: engineE\\E]99;i=cox:p=body;Done after 12 sE\\");
});

test("a title cannot end a field or look like another command", () => {
  assert.equal(shown("osc777", PLAIN, "a;b"), "E]777;notify;a,b;Done after 12 sE\\");
  assert.equal(shown("osc9", PLAIN, "4;1;50"), "E]9;cox: 4;1;50: Done after 12 sE\\");
});

test("a multiplexer passes the sequence through", () => {
  assert.equal(shown("osc9", { ...PLAIN, multiplexer: "tmux" }), "EPtmux;EE]9;cox: engine: Done after 12 sEE\\E\\");
  assert.equal(shown("osc9", { ...PLAIN, multiplexer: "screen" }), "EPE]9;cox: engine: Done after 12 sBE\\");
  assert.equal(shown("bell", { ...PLAIN, multiplexer: "tmux" }), "B");
});

test("a status has its text in base64, within the limits of the protocol", () => {
  const sequence = programStatusSequence({ state: "blocked", title: "engine", message: "Delete it?" });
  assert.equal(sequence, "\u001b]7501;state=blocked:kind=permission:app=cox:title=ZW5naW5l:msg=RGVsZXRlIGl0Pw==\u001b\\");
  assert.equal(programStatusSequence({ state: "clear" }), "\u001b]7501;state=clear\u001b\\");
});

test("no text of a model or a file ends a sequence, begins another one, or exceeds a limit", () => {
  const texts = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.string({ unit: "grapheme", minLength: 50, maxLength: 300 }),
    fc.constant("👩‍👩‍👧‍👦".repeat(50)),
  );
  fc.assert(
    fc.property(texts, texts, (title, body) => {
      const text = shortText(body);
      // oxlint-disable-next-line no-control-regex -- looks for control characters
      assert.doesNotMatch(text, /[\u0000-\u001f\u007f-\u009f]/);
      assert.ok(Array.from(text).length <= 120);
      for (const form of ["osc9", "osc777"] as const)
        assert.equal(shown(form, PLAIN, title, body).split("E]").length, 2 + count(title, body));
      const report = programStatusSequence({ state: "done", title, message: body });
      const [, encoded = ""] = /:title=([^:]*)/.exec(report) ?? [];
      assert.ok(Buffer.from(encoded, "base64").length <= 192);
      assert.match(report.replaceAll("\u001b", "E"), /^E\]7501;[A-Za-z0-9_.,+/=:-]*E\\$/);
      assert.equal(TITLE.set(title).lastIndexOf("\u001b"), TITLE.set(title).length - 2);
    }),
  );
  // A title may have the letters that stand for the escape character here.
  function count(...all: readonly string[]): number {
    return all.map((one, at) => shortText(one, at === 0 ? 60 : 120).split("E]").length - 1).reduce((a, b) => a + b, 0);
  }
});
