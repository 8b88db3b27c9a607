import assert from "node:assert/strict";
import { test } from "node:test";
import { defineTool, textResult, type Tool } from "../loop/index.ts";
import { toolInput } from "../tools/index.ts";
import { ToolSet } from "./tool-set.ts";

const tool = (name: string, more: Partial<Tool> = {}): Tool =>
  defineTool({ name, description: name, inputSchema: toolInput({}), effect: "read", execute: async () => textResult(""), ...more });

test("a tool for some models is offered to those, and to every model if the session names it", () => {
  const all = [tool("say"), tool("special", { supportsModel: (model) => model.startsWith("a/") })];
  const set = (model: string, chosen?: readonly string[]) =>
    new ToolSet(() => all, { chosen: () => chosen, model: () => model, additional: () => [] });
  assert.deepEqual(set("a/one").names(), ["say", "special"]);
  assert.deepEqual([set("b/one").names(), set("b/one").find("special")], [["say"], undefined]);
  const named = set("b/one", ["special"]);
  assert.deepEqual([named.names(), named.find("special")?.name], [["special"], "special"]);
});
