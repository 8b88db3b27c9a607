import assert from "node:assert/strict";
import { test } from "node:test";
import { messagesOf, openCox } from "../cli/cox-scene.ts";
import { noTmux, openTmux } from "./tmux-scene.ts";

test(
  "the beginning of an interrupted answer stays on the screen, and the model knows it",
  noTmux === false ? {} : { skip: noTmux },
  async (t) => {
    const hold = Promise.withResolvers<void>();
    await using cox = await openCox([{ text: "The first way is short.\n\nThe second", hold: hold.promise }, "I take it."]);
    await using terminal = await openTmux(t, cox);
    await terminal.type("cox 'how?'");
    await terminal.press("Enter");
    await terminal.seen("The second");
    await terminal.press("Escape");
    await terminal.seen("Interrupted");
    await terminal.seen("The second");
    await terminal.type("the first one");
    await terminal.press("Enter");
    await terminal.seen("I take it.");
    hold.resolve();
    assert.match(JSON.stringify(messagesOf(cox.server.requests[1])), /The first way is short\./);
  },
);
