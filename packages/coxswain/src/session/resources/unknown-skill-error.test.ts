import assert from "node:assert/strict";
import { test } from "node:test";
import { UnknownSkillError } from "./unknown-skill-error.ts";

test("the message names the nearest skill, or lists the available ones", () => {
  const message = (skill: string, available: readonly string[]) => new UnknownSkillError(skill, available).message;
  assert.equal(message("pfd", ["pdf", "deploy"]), 'There is no skill "pfd". Did you mean pdf?');
  assert.equal(message("nothing-like-it", ["pdf", "deploy"]), 'There is no skill "nothing-like-it". Skills are pdf, deploy.');
  assert.equal(message("x", "a b c d e f g h i".split(" ")), 'There is no skill "x". Skills are a, b, c, d, e, f, g, h, …');
  assert.equal(message("pdf", []), 'There is no skill "pdf". No skills were found.');
});
