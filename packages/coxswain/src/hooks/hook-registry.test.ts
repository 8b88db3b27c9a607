import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { hookRegistry, matchesTool } from "./hook-registry.ts";
import type { Hook } from "./hook.ts";

const hook = (name: string): Hook => ({ event: "turn_start", name, run: () => undefined });

test("preserves the order in which hooks were added, and removes them one by one, even if two are equal", () => {
  const registry = hookRegistry([hook("a")]);
  const same = hook("b");
  const [first, second] = [registry.add(same), registry.add(same)];
  const names = () => registry.of("turn_start").map(({ name }) => name);
  assert.deepEqual(names(), ["a", "b", "b"]);
  first();
  first();
  assert.deepEqual(names(), ["a", "b"]);
  second();
  assert.deepEqual(names(), ["a"]);
});

test("a registry is empty after all its hooks were removed", () => {
  const registry = hookRegistry();
  assert.equal(registry.isEmpty, true);
  const remove = registry.add(hook("a"));
  assert.equal(registry.isEmpty, false);
  remove();
  assert.equal(registry.isEmpty, true);
});

test("rejects a hook for an unknown event, with the closest name", () => {
  const wrong = { event: "pre_tools", name: "gate", run: () => undefined } as unknown as Hook;
  assert.throws(() => hookRegistry().add(wrong), {
    code: "unknown_hook_event",
    message: 'Unknown hook event "pre_tools"; did you mean pre_tool?',
  });
});

test("a hook for edit applies to apply_patch too, and not the other way around", () => {
  assert.equal(matchesTool(["edit"], "apply_patch"), true);
  assert.equal(matchesTool(["apply_patch"], "edit"), false);
  assert.equal(matchesTool(["write"], "apply_patch"), false);
});

test("a star in a tool's name matches any characters, like the regular expression", () => {
  const letters = fc.string({ unit: fc.constantFrom("a", "b", "*"), maxLength: 6 });
  const names = fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 8 });
  fc.assert(
    fc.property(letters, names, (pattern, name) => {
      const expected = new RegExp(`^${pattern.replaceAll("*", ".*")}$`).test(name);
      assert.equal(matchesTool([pattern], name), expected, `${pattern} ${name}`);
    }),
  );
});
