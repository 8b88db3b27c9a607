import assert from "node:assert/strict";
import { test } from "node:test";
import { estimateMessageTokens, estimateTextTokens, estimateToolTokens } from "../model/index.ts";
import { assistant, user } from "./messages.fixture.ts";
import { fits, messageTokens, requestTokens } from "./message-tokens.ts";

test("a request consists of its sections, tools and messages", () => {
  const tool = { name: "read", description: "Reads a file.", inputSchema: { type: "object" } };
  const messages = [user("Ahoy there."), assistant(["Ahoy."])];
  const sum = messages.map(estimateMessageTokens).reduce((one, other) => one + other);
  assert.equal(
    requestTokens({ system: ["Be brief."], tools: [tool], messages }, messageTokens()),
    sum + estimateToolTokens(tool) + estimateTextTokens("Be brief."),
  );
});

test("estimates each message once", () => {
  const tokens = messageTokens();
  let looks = 0;
  const message = {
    role: "user" as const,
    content: [
      {
        type: "text" as const,
        get text() {
          looks += 1;
          return "a";
        },
      },
    ],
  };
  assert.equal(tokens(message), tokens(message));
  assert.equal(looks, 1);
});

test("a request fits with room for its answer, and always when the window is not known", () => {
  assert.ok(fits(900, { contextWindow: 1_000 }, 100));
  assert.ok(!fits(901, { contextWindow: 1_000 }, 100));
  assert.ok(fits(1_000, { contextWindow: 1_000 }) && fits(1e9, {}) && fits(1e9, { contextWindow: 0 }));
});
