import assert from "node:assert/strict";
import { test } from "node:test";
import { asResult, isStandardSchema } from "../loop/index.ts";
import { textOf } from "../model/index.ts";
import { assistant, call, png, result, thought, user } from "../context/messages.fixture.ts";
import { compaction, type Fact, pathOf, messageFact } from "../context/path.fixture.ts";
import { recallTool } from "./recall.ts";

const shell = { type: "shell", command: "ls", output: "a.ts\n", exitCode: 0 } as const;

const talk: readonly Fact[] = [
  messageFact(user("Read the shot.", png("shot.png"))),
  messageFact(assistant([thought("Secret."), "I look.", call("1", { input: { path: "a.ts" } })])),
  messageFact(result("1", "const Anchor = 1;")),
  { ...shell, include: true },
  { ...shell, include: false },
  messageFact(assistant(["Done: anchor it is."])),
];

const recalled = async (input: unknown, facts: readonly Fact[] = [...talk, compaction(null, { covers: { from: 1, to: 5 } })]) => {
  const tool = recallTool({ path: async () => pathOf(facts) });
  assert.ok(isStandardSchema(tool.inputSchema));
  const judged = await tool.inputSchema["~standard"].validate(input);
  if (judged.issues !== undefined) return JSON.stringify(judged.issues);
  const { content } = asResult(await tool.execute(judged.value, {} as never));
  return textOf({ role: "tool", callId: "", name: "", content, isError: false });
};

test("pain 4: reads the messages behind a pointer verbatim, except for images and reasoning", async () => {
  assert.equal(
    await recalled({ from: 1, to: 3 }),
    '[#1 user]\nRead the shot.\n[image "shot.png"]\n\n[#2 assistant]\nI look.\n(calls read {"path":"a.ts"})\n\n[#3 result of read]\nconst Anchor = 1;',
  );
  assert.equal(await recalled({ from: "5" }), "[#5 assistant]\nDone: anchor it is.");
  assert.match(await recalled({ from: 4, to: 4 }), /^\[#4 user, by shell\]\nI ran this command myself:\n\$ ls/);
});

test("searches the messages that a compaction covers, ignoring case", async () => {
  assert.equal(await recalled({ search: "ANCHOR" }), "[#3 result of read] const Anchor = 1;\n[#5 assistant] Done: anchor it is.");
  assert.match(await recalled({ search: "anchor", from: 4 }), /^\[#5 assistant\]/);
  assert.equal(await recalled({ search: "keel" }), 'No message contains "keel". The messages are 1 to 5.');
});

test("does not search messages that remain in the conversation", async () => {
  const facts = [...talk, compaction("e3", { covers: { from: 1, to: 3 } }), messageFact(user("anchor?"))];
  assert.doesNotMatch(await recalled({ search: "anchor" }, facts), /#5|#6/);
  assert.equal(await recalled({ from: 9 }, facts), "There is no message with that number. The messages are 1 to 3.");
});

test("a long answer states how to continue, between messages and within one", async () => {
  const long = (label: string) => messageFact(user(`${label} ${"x".repeat(12_000)} end of ${label}`));
  const two = [long("one"), long("two"), messageFact(user("c")), messageFact(user("d")), compaction(null, { covers: { from: 1, to: 4 } })];
  const first = await recalled({ from: 1, to: 4 }, two);
  assert.match(first, /end of one\n\n\[To continue: from 2\.\]$/);
  assert.match(await recalled({ from: 2, to: 4 }, two), /^\[#2 user\]\ntwo x+ end of two\n\n\[#3 user\]\nc\n\n\[#4 user\]\nd$/);
  const huge = [messageFact(user(`${"x".repeat(50_000)}END`)), messageFact(user("b")), compaction(null)];
  let whole = "";
  for (let offset: string | undefined = "0"; offset !== undefined;) {
    const page: string = await recalled({ from: 1, offset }, huge);
    const [, text = "", next] =
      /^([^]*?)(?:\n\n\[\d+ more characters of message 1\. To continue: from 1, offset (\d+)\.\])?$/.exec(page) ?? [];
    whole += text;
    offset = next;
  }
  assert.equal(whole, `[#1 user]\n${"x".repeat(50_000)}END`);
});

test("a search with many matches names the first messages, and where to continue", async () => {
  const many = [
    ...Array.from({ length: 40 }, (_, at) => messageFact(user(`anchor ${at}`))),
    compaction(null, { covers: { from: 1, to: 40 } }),
  ];
  const lines = (await recalled({ search: "anchor" }, many)).split("\n");
  assert.deepEqual(
    [lines.length, lines[0], lines.at(-1)],
    [31, "[#1 user] anchor 0", "[10 more messages. To continue: the same search, from 31.]"],
  );
  assert.equal((await recalled({ search: "anchor", from: 31 }, many)).split("\n").length, 10);
});

test("a match includes some context", async () => {
  const facts = [messageFact(user(`${"a ".repeat(200)}anchor${" b".repeat(200)}`)), compaction(null, { covers: { from: 1, to: 1 } })];
  assert.match(await recalled({ search: "anchor" }, facts), /^\[#1 user\] …[a ]{110,120}anchor[ b]{110,120}…$/);
});

test("reads nothing from before a reset, nor content that a provider refused", async () => {
  const reset = [messageFact(user("secret")), { type: "reset" } as const, ...talk, compaction(null, { covers: { from: 1, to: 5 } })];
  assert.match(await recalled({ search: "secret" }, reset), /^No message contains/);
  const repaired: readonly Fact[] = [
    ...talk,
    { type: "repair", target: "e2", reason: "refused" },
    compaction(null, { covers: { from: 1, to: 5 } }),
  ];
  assert.match(await recalled({ from: 3 }, repaired), /\[Omitted:/);
});

test("an invalid range and a call without arguments return an explanation", async () => {
  assert.match(
    await recalled({ from: "soon", to: 1.5 }),
    /integer of 1 or more","path":\["from"\][^]*integer of 1 or more","path":\["to"\]/,
  );
  assert.match(await recalled({ search: 7 }), /must be a string/);
  await assert.rejects(recalled({}), { code: "tool_error" });
  assert.match(await recalled("x"), /must be an object/);
});
