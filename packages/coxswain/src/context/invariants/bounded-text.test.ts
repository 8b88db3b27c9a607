import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { estimateTextTokens, type ModelInfo, textOf } from "../../model/index.ts";
import { facts } from "../facts.fixture.ts";
import { assistant, call, MODEL, png, result, user } from "../messages.fixture.ts";
import { boundedText, MOST_TEXT } from "./bounded-text.ts";

const ofWindow = (contextWindow: number) => facts({ model: { ...MODEL, contextWindow } });

/** Facts of a model whose window is not known. */
const boundless = facts({ model: { ...MODEL, contextWindow: 0 } satisfies ModelInfo });

/** Returns a string of the given estimated tokens. */
const words = (tokens: number): string => "x".repeat(Math.floor((tokens * 4) / 1.2));

const tokensIn = (message: Parameters<typeof textOf>[0] | undefined): number =>
  message === undefined ? 0 : estimateTextTokens(textOf(message));

test("T1: a long text retains its start and its end, with the number of omitted characters", () => {
  const [projected] = boundedText.enforce([result("1", `begin${"x".repeat(2 * MOST_TEXT)}end`)], boundless);
  const text = projected === undefined ? "" : textOf(projected);
  assert.ok(text.length <= MOST_TEXT);
  assert.match(text, /^beginx+\n\[1\d{6} characters omitted\]\nx+end$/);
});

test("a cut does not split a character", () => {
  const [projected] = boundedText.enforce([user(`a${"😀".repeat(MOST_TEXT)}`)], boundless);
  assert.ok(projected !== undefined && textOf(projected).isWellFormed());
});

test("shorter messages stay the same objects, whatever the size of their images", () => {
  const messages = [user("x".repeat(MOST_TEXT - 1)), result("1", png("large.png", 2 * MOST_TEXT)), assistant(["a", "b"])];
  assert.ok(boundedText.enforce(messages, boundless).every((message, at) => message === messages[at]));
});

test("limits the total text of all parts together", () => {
  const lengths = fc.array(fc.constantFrom(0, 1, 63, 70_000, 900_000), { maxLength: 40 });
  fc.assert(
    fc.property(lengths, fc.nat(30_000), fc.constantFrom(0, 8_000, 200_000), (sizes, more, window) => {
      const parts = [...sizes.map((size) => "x".repeat(size)), ...Array<string>(more).fill("y".repeat(80))];
      const [projected] = boundedText.enforce([user(...parts)], ofWindow(window));
      const texts = projected?.content.map((part) => (part.type === "text" ? part.text : "")) ?? [];
      assert.ok(texts.join("\n").length <= MOST_TEXT);
      assert.ok(window === 0 || texts.reduce((sum, text) => sum + estimateTextTokens(text), 0) <= window / 3);
      assert.deepEqual(boundedText.enforce([projected ?? assert.fail()], ofWindow(window))[0], projected);
    }),
    { numRuns: 50 },
  );
});

test("pain 4: limits every message to a third of the model's window, so that the latest can always be sent", () => {
  for (const message of [user(words(5_000)), result("1", words(5_000)), assistant([words(5_000)])]) {
    const [projected] = boundedText.enforce([message], ofWindow(8_000));
    assert.ok(tokensIn(projected) <= 8_000 / 3 && tokensIn(projected) > 2_300, `${tokensIn(projected)} tokens`);
    assert.match(projected === undefined ? "" : textOf(projected), /characters omitted/);
    assert.equal(boundedText.enforce([message], ofWindow(16_000))[0], message);
  }
});

test("measures a third of the window in tokens of the script, not in characters", () => {
  const [projected] = boundedText.enforce([user("\u4e2d".repeat(5_000))], ofWindow(8_000));
  assert.ok(tokensIn(projected) <= 8_000 / 3 && tokensIn(projected) > 2_000, `${tokensIn(projected)} tokens`);
});

test("the results of one response share a third of the window: small ones stay whole, and large ones get equal limits", () => {
  const calls = ["1", "2", "3", "4"].map((id) => call(id));
  const small = result("2", words(200));
  const large = ["1", "3", "4"].map((id) => result(id, words(2_000)));
  const [one, ...others] = large as [(typeof large)[0], ...typeof large];
  const history = [user("a"), assistant(calls), one, small, ...others, user("b"), assistant([call("5")]), result("5", words(2_000))];
  const projected = boundedText.enforce(history, ofWindow(8_000));
  assert.equal(projected[3], small);
  assert.equal(projected.at(-1), history.at(-1));
  const sizes = [projected[2], projected[4], projected[5]].map(tokensIn);
  assert.ok(
    sizes.every((size) => size <= 822 && size > 750),
    `${sizes.join()} tokens`,
  );
});
