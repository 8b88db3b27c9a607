import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type SearchableTool, searchTools, toolId } from "./tool-search.ts";

const tool = (id: string, description = "", names: readonly string[] = []): SearchableTool => {
  const [server = "", name = ""] = id.split("/");
  return { server, name, description, arguments: names };
};

const TOOLS = [
  tool("github/create_issue", "Opens a new issue in a repository.", ["owner", "repo", "title", "body"]),
  tool("github/list_issues", "Lists the issues of a repository.", ["owner", "repo", "state"]),
  tool("github/mergePullRequest", "Merges a pull request of a repository.", ["owner", "repo", "number"]),
  tool("jira/create_issue", "Creates a ticket.", ["project"]),
  tool("files/read_file", "Reads a file.", ["path"]),
];

const found = (query: string): readonly string[] => searchTools(query, TOOLS).map(toolId);

test("words in a tool's name count more than words in its description", () => {
  assert.equal(found("issue")[0], "github/create_issue");
  assert.deepEqual(found("create an issue on github")[0], "github/create_issue");
  assert.equal(found("create a jira ticket")[0], "jira/create_issue");
});

test("a rare word counts more than a frequent one", () => {
  const lists = Array.from({ length: 100 }, (_, at) => tool(`many/list_${at}`));
  const [best] = searchTools("list invoice", [...lists, tool("shop/export", "Writes an invoice.")]);
  assert.equal(best && toolId(best), "shop/export");
});

test("names are split at underscores and capitals, and words match their other forms", () => {
  assert.equal(found("pull requests")[0], "github/mergePullRequest");
  assert.equal(found("reading")[0], "files/read_file");
});

test("the name of a server finds its tools", () => {
  assert.deepEqual(
    found("jira").map((id) => id.split("/")[0]),
    ["jira"],
  );
});

test("exact names find these tools alone, in their order", () => {
  assert.deepEqual(found("files/read_file, github/list_issues"), ["files/read_file", "github/list_issues"]);
  assert.deepEqual(found("create_issue"), ["github/create_issue", "jira/create_issue"]);
});

test("a query without words of any tool finds none", () => {
  assert.deepEqual(found("weather"), []);
  assert.deepEqual(found(" ,;"), []);
  assert.deepEqual(searchTools("issue", []), []);
});

test("a search finds each tool once, and its order does not depend on the order of the tools", () => {
  const text = fc.string({ maxLength: 30 });
  const tools = fc.uniqueArray(fc.record({ server: text, name: text, description: text, arguments: fc.array(text, { maxLength: 3 }) }), {
    selector: toolId,
    maxLength: 12,
  });
  fc.assert(
    fc.property(text, tools, (query, all) => {
      const ids = searchTools(query, all).map(toolId);
      assert.equal(new Set(ids).size, ids.length);
      assert.deepEqual(new Set(searchTools(query, all.toReversed()).map(toolId)), new Set(ids));
    }),
  );
});
