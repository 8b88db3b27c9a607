import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { openCox } from "./cox-scene.ts";
import { drive } from "./program.ts";

const DEEP = "[".repeat(200_000) + "]".repeat(200_000);

/** Messages that each get one response. */
const MESSAGES: readonly object[] = [
  { type: "control_request", request_id: "i", request: { subtype: "set_permission_mode", mode: "none" } },
  { type: "control_request", request_id: "i", request: { subtype: "initialize", hooks: {}, agents: [], systemPrompt: [""] } },
  {
    type: "control_response",
    response: {
      subtype: "success",
      request_id: "other",
      response: { behavior: "allow", updatedInput: {}, updatedPermissions: [{ type: "addRules", rules: [{ toolName: "bash" }] }] },
    },
  },
];

/** Mutates each message in one place. */
const twisted = (value: unknown, other: unknown): readonly unknown[] => [
  other,
  ...(typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([name, part]) =>
        twisted(part, other).map((one) =>
          Array.isArray(value) ? value.map((old: unknown, at) => (String(at) === name ? one : old)) : { ...value, [name]: one },
        ),
      )
    : []),
];

/** Contains no strings, which could form a valid value. */
const OTHER = fc.oneof(fc.constant(null), fc.boolean(), fc.double(), fc.constant("\u0000"), fc.array(fc.jsonValue()), fc.constant({}));

test("T9: answers any line once, allows nothing, and handles the next line", async () => {
  await using cox = await openCox([{ calls: [{ name: "bash", input: { command: "echo ran > ran.txt" } }] }, "Done."]);
  const program = drive(cox, ["go"]);
  const asked = await program.line("control_request");
  const id = JSON.stringify(asked["request_id"]);
  const garbage = fc.sample(fc.oneof(fc.string({ minLength: 1 }), fc.json()), 100);
  const lines = [
    ...garbage.map((text) => text.replaceAll(/\s/g, "")).filter((text) => text !== ""),
    ...MESSAGES.flatMap((line) => fc.sample(OTHER, 5).flatMap((other) => twisted(line, other))).map((line) => JSON.stringify(line)),
    `{"type":${DEEP}}`,
    `{"type":"control_response","response":{"subtype":"success","request_id":${id},"response":{"behavior":"allow","updatedInput":${DEEP}}}}`,
  ];
  const before = program.lines.length;
  program.raw(lines.map((line) => `${line}\n`).join(""));
  program.say({ type: "control_request", request_id: "last", request: { subtype: "initialize" } });
  const isLast = (): boolean => JSON.stringify(program.lines.at(-1)).includes('"request_id":"last"');
  while (!isLast()) await program.more();
  const emitted = program.lines.slice(before, -1);
  assert.deepEqual(
    emitted.filter(({ type, subtype }) => type !== "control_response" && subtype !== "warning"),
    [],
  );
  assert.equal(emitted.length, lines.length);
  program.answer(asked, { behavior: "deny" });
  assert.equal((await program.line("result"))["result"], "Done.");
  assert.equal((await program.close()).code, 0);
  await assert.rejects(cox.read("ran.txt"));
});
