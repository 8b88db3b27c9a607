import assert from "node:assert/strict";
import { test } from "node:test";
import { LANGUAGES } from "./languages.ts";
import { OpenDocuments } from "./open-documents.ts";

/** Documents of YAML files, and what their server is notified of: the method, the path, and the version if there is one. */
const openDocuments = () => {
  const sent: string[] = [];
  const language = LANGUAGES.find(({ name }) => name === "yaml");
  assert.ok(language);
  const documents = new OpenDocuments(language, (method, params) => {
    const { uri, version } = (params as { readonly textDocument: { readonly uri: string; readonly version?: number } }).textDocument;
    sent.push([method.replace("textDocument/did", ""), new URL(uri).pathname, ...(version === undefined ? [] : [version])].join(" "));
  });
  return { documents, sent };
};

test("a document is opened once, and changed when its content does", () => {
  const { documents, sent } = openDocuments();
  assert.equal(documents.version("/a"), undefined);
  assert.deepEqual([documents.sync("/a", "one"), documents.sync("/a", "one"), documents.sync("/a", "two")], [true, false, true]);
  assert.equal(documents.version("/a"), 2);
  documents.close("/a");
  documents.close("/a");
  assert.deepEqual(documents.paths, []);
  documents.sync("/a", "two");
  assert.deepEqual(sent, ["Open /a 1", "Change /a 2", "Save /a", "Close /a", "Open /a 1"]);
});

test("when 64 documents are open, the next one closes that of the longest time without use", () => {
  const { documents, sent } = openDocuments();
  for (let at = 0; at < 64; at++) documents.sync(`/${at}`, "");
  documents.sync("/0", "");
  documents.sync("/new", "");
  assert.deepEqual(sent.slice(64), ["Close /1", "Open /new 1"]);
  assert.equal(documents.paths.length, 64);
});
