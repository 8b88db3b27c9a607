import assert from "node:assert/strict";
import { test } from "node:test";
import { visibleWidth } from "@earendil-works/pi-tui";
import fc from "fast-check";
import { describedRows } from "./described-rows.ts";

test("a description continues in its own column", () => {
  assert.deepEqual(
    describedRows(
      [
        { name: "/cost", description: "Show tokens and cost of this session, by model" },
        { name: "/new", description: "Start" },
      ],
      40,
    ),
    ["/cost  Show tokens and cost of this", "       session, by model", "/new   Start"],
  );
});

test("a description follows a name that is longer than the column, and each name in narrow rows, on the next row", () => {
  const name = "/permissions [allow|forget|explain …]";
  const others = { name: "/new", description: "Start" };
  assert.deepEqual(describedRows([{ name, description: "Show the rules" }, others], 60), [name, "      Show the rules", "/new  Start"]);
  assert.deepEqual(describedRows([{ name: "/new", description: "Start a new session" }], 20), ["/new", "    Start a new", "    session"]);
});

test("rows fit any width, have no trailing spaces, and contain no control characters", () => {
  const text = fc.oneof(fc.string({ unit: "grapheme" }), fc.lorem(), fc.constantFrom("\u001b[2J\n", "日本語の名前", "e\u0301"));
  fc.assert(
    fc.property(
      fc.array(fc.record({ name: text, description: text }), { minLength: 1 }),
      fc.integer({ min: 10, max: 120 }),
      (items, width) => {
        for (const row of describedRows(items, width)) {
          assert.ok(visibleWidth(row) <= width, JSON.stringify(row));
          assert.doesNotMatch(row, / $|\p{Cc}/u);
        }
      },
    ),
  );
});
