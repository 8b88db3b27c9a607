import assert from "node:assert/strict";
import { test } from "node:test";
import { DOCUMENTS, latestResults, readDocument, withTables } from "./documents.ts";

for (const [path, tables] of Object.entries(DOCUMENTS)) {
  test(`${path} shows the latest results`, () => {
    const document = readDocument(path);
    assert.equal(document, withTables(document, tables(latestResults())));
  });
}

test("replaces only the text between the markers", () => {
  const document = "before\n<!-- bench:peers -->\nold\n<!-- /bench:peers -->\nafter\n";
  const expected = "before\n<!-- bench:peers -->\n\nnew\n\n<!-- /bench:peers -->\nafter\n";
  assert.equal(withTables(document, "new"), expected);
});

test("rejects a document without markers", () => {
  assert.throws(() => withTables("text", "new"), /no <!-- bench:peers -->/);
});
