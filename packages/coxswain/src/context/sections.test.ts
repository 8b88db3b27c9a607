import assert from "node:assert/strict";
import { test } from "node:test";
import { changedSections, hashSection, type HashedSection, type Section } from "./sections.ts";
const held = (...sections: readonly HashedSection[]) => ({
  prompt: "e1",
  hashes: Object.fromEntries(sections.map(({ name, hash }) => [name, hash])),
});

const section = (name: string, text: string, extra: Partial<Section> = {}): HashedSection => hashSection({ name, text, ...extra });

test("hashes a section's text only", () => {
  assert.equal(section("base", "abc").hash, section("project", "abc", { lasting: true }).hash);
  assert.notEqual(section("base", "abc").hash, section("base", "abd").hash);
});

test("returns no sections when none changed", () => {
  const sections = [section("base", "a"), section("project", "b")];
  assert.deepEqual(changedSections(held(...sections), sections), []);
});

test("returns changed, new and removed sections in prompt order, removed ones last", () => {
  const before = held(section("base", "a"), section("project", "b"));
  const changed = changedSections(before, [section("base", "a2"), section("skills", "c")]);
  assert.deepEqual(
    changed.map(({ name, text }) => [name, text]),
    [
      ["base", "a2"],
      ["skills", "c"],
      ["project", null],
    ],
  );
});

test("omits a lasting section with new text, and includes a new one", () => {
  const ours = section("base", "of the next version", { lasting: true });
  assert.deepEqual(changedSections(held(section("base", "of this version")), [ours]), []);
  assert.deepEqual(
    changedSections(held(), [ours]).map(({ name }) => name),
    ["base"],
  );
});
