import assert from "node:assert/strict";
import { test } from "node:test";
import type { PromptTemplate } from "coxswain/session";
import { slashFault } from "./unknown-slash.ts";

const review: PromptTemplate = { name: "review", description: "", path: "/review.md", body: "Review $1.", origin: "user" };
const extensions = { loaded: [{ provides: ["command deploy", "prompt template audit", "skill pdf"] }] } as unknown as Parameters<
  typeof slashFault
>[2];

const fault = (name: string): string | undefined =>
  slashFault(name, { skills: [], templates: [review] }, extensions, { builtIn: ["model", "review"], listing: "/help lists the commands" });

test("commands, templates and skills are known by their names, and by their full names", () => {
  for (const name of ["review", "model", "deploy", "audit", "skill:pdf", "prompt:review", "prompt:audit", "extension:deploy"])
    assert.equal(fault(name), undefined, name);
});

test("a full name of another kind, or of a built-in command, is unknown", () => {
  for (const name of ["prompt:model", "extension:review", "prompt:deploy", "extension:audit"])
    assert.match(fault(name) ?? "", /^unknown command: /, name);
});
