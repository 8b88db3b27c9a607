import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { test } from "node:test";
import { Output } from "./output.ts";

test("passes everything to the function of a redirection, and to the stream again after it", () => {
  const stream = new PassThrough().setEncoding("utf8");
  const output = new Output(() => stream);
  const redirected: string[] = [];
  output.redirect((text) => redirected.push(text));
  output.message("the disk is full");
  output.redirect(undefined);
  output.write("done\n");
  assert.deepEqual(redirected, ["cox: the disk is full\n"]);
  assert.equal(stream.read(), "done\n");
});

test("wraps messages to its width, and leaves those of a redirection to what receives them", () => {
  const stream = new PassThrough().setEncoding("utf8");
  const output = new Output(() => stream, "20");
  output.message("the disk of the server is full");
  assert.equal(stream.read(), "cox: the disk of the\n  server is full\n");
  const redirected: string[] = [];
  output.redirect((text) => redirected.push(text));
  output.message("the disk of the server is full");
  assert.deepEqual(redirected, ["cox: the disk of the server is full\n"]);
});
