import assert from "node:assert/strict";
import { test } from "node:test";
import { InsufficientScopeError } from "@modelcontextprotocol/client";
import { McpError } from "./errors.ts";
import { explain } from "./explain.ts";

const asIs = (text: string): string => text;

test("names the scopes that a login lacks, and how to get them", () => {
  const { message, needsLogin } = explain("issues", new InsufficientScopeError({ requiredScope: "write\u001b[2J admin" }), asIs);
  assert.equal(message, "MCP server issues: the login lacks a permission (write admin). Run: cox mcp login issues");
  assert.equal(needsLogin, true);
});

test("preserves the reason of a failed login that the client wrapped", () => {
  const reason = new McpError("issues", "the login cannot be renewed: no response in time. Try again later.");
  assert.equal(explain("issues", new Error("probe failed", { cause: reason }), asIs), reason);
});
