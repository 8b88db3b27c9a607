import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Entry } from "../log/index.ts";
import { changedAt, entrySamples, type Path, pathsIn, valueAt } from "./entry-samples.fixture.ts";
import { isValidEntry } from "./validate-entry.ts";

const stamped = (fields: unknown): Entry => ({ seq: 1, id: "e1", parent: null, at: 0, ...(fields as { readonly type: string }) });

/** Every field of every type of entry. */
const FIELDS = entrySamples.flatMap((sample) => pathsIn(sample).map((path) => ({ sample, path })));

/** Any value is valid there: readers do not read it, or only numbers and strings in it. */
const FREE =
  /^(?:\w+ (?:usage|cost|input)|message message (?:usage|lastPass|cost|details)|checkpoint|run_end outcome output|.* providerData \w+|.* (?:reply (?:usage|lastPass|cost))|.* content \d+ input|.* providerOptions \w+|.* schema|.* effects)(?: |$)/;
const NULLABLE = /^(?:label label|leaf to|compaction firstPreserved|(?:shell|job_end) exitCode)$/;

const named = (type: string, path: Path): string => [type, ...path].join(" ");
const kindOf = (value: unknown): string => (Array.isArray(value) ? "array" : value === null ? "null" : typeof value);

const VALUES = [7, "x", true, null, [], {}, [[]], [{}]] as const;

test("A6: a complete entry of each type is valid, also with other strings", () => {
  for (const sample of entrySamples) assert.ok(isValidEntry(stamped(sample)), JSON.stringify(sample));
  const strings = FIELDS.filter(
    ({ sample, path }) => typeof valueAt(sample, path) === "string" && !["type", "role", "kind"].includes(String(path.at(-1))),
  );
  fc.assert(
    fc.property(fc.constantFrom(...strings), fc.string(), ({ sample, path }, text) => {
      assert.ok(isValidEntry(stamped(changedAt(sample, path, text))), named(sample.type, path));
    }),
  );
});

test("A6: an entry with a value of another type in any field is invalid", () => {
  const accepted = FIELDS.flatMap(({ sample, path }) => {
    const name = named(sample.type, path);
    return VALUES.filter((value) => kindOf(value) !== kindOf(valueAt(sample, path)))
      .filter((value) => isValidEntry(stamped(changedAt(sample, path, value))))
      .filter((value) => !FREE.test(name) && !(value === null && NULLABLE.test(name)))
      .map((value) => `${name} = ${JSON.stringify(value)}`);
  });
  assert.deepEqual(accepted, []);
});

test("A6: a run's end without the message of its limit is invalid", () => {
  const end = { type: "run_end", run: "r1", outcome: { kind: "limit", limit: { name: "turns" } } };
  assert.ok(!isValidEntry(stamped(end)));
});
