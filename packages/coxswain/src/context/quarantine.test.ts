import assert from "node:assert/strict";
import { test } from "node:test";
import { Edits } from "./edits.ts";
import { assistant, call, MODEL, png, result, thought, user } from "./messages.fixture.ts";
import { type Fact, pathOf, messageFact } from "./path.fixture.ts";
import { project } from "./project.ts";
import type { Quarantine } from "./entries.ts";

const repair = (target: string, part?: number): Fact => ({
  type: "repair",
  target,
  ...(part === undefined ? {} : { part }),
  reason: "refused",
});

const left = (words = "Omitted: the model's provider rejected it") => `[${words}]`;

const projected = (facts: readonly Fact[], without?: readonly Quarantine[]) =>
  project(pathOf(facts), { model: MODEL, reasoning: "sameModel", ...(without === undefined ? {} : { without }) });

test("a placeholder replaces a quarantined message, and the user's messages around it stay", () => {
  assert.deepEqual(projected([messageFact(user("a", png("shot.png"))), messageFact(user("b")), repair("e0")]), [user(left()), user("b")]);
});

test("removes only the quarantined part of a message", () => {
  assert.deepEqual(projected([messageFact(user("a", png("shot.png"), png())), repair("e0", 1)]), [
    user("a", `[Image "shot.png" omitted: the model's provider rejected it]`, png()),
  ]);
});

test("a quarantined result still answers its call", () => {
  const facts = [messageFact(user("a")), messageFact(assistant([call("1")])), messageFact(result("1", "poison")), repair("e2")];
  assert.deepEqual(projected(facts).slice(2), [result("1", left("Omitted: the model's provider rejected it. The call itself succeeded."))]);
});

test("removes a quarantined assistant message with the results of its calls", () => {
  const facts = [
    messageFact(user("a")),
    messageFact(assistant(["b", call("1")])),
    messageFact(result("1")),
    messageFact(user("c")),
    repair("e1"),
  ];
  assert.deepEqual(projected(facts), [user("a"), user("c")]);
});

test("removes a quarantined call with its result, and preserves the other calls", () => {
  const facts = [
    messageFact(user("a")),
    messageFact(assistant([call("1"), call("2")])),
    messageFact(result("1")),
    messageFact(result("2")),
    repair("e1", 0),
  ];
  assert.deepEqual(projected(facts).slice(1), [assistant([call("2")]), result("2")]);
});

test("A14: the placeholder of a failed result reports the failure", () => {
  const failed = { ...result("1", "poison"), isError: true };
  const facts = [messageFact(user("a")), messageFact(assistant([call("1")])), messageFact(failed), repair("e2")];
  const words = "Omitted: the model's provider rejected it. The call itself failed.";
  assert.deepEqual(projected(facts).slice(2), [{ ...failed, content: [{ type: "text", text: left(words) }] }]);
});

test("P26: a quarantined part of a response with opaque data loses only its opaque data", () => {
  const sealed = assistant([thought("hm"), "b", call("1")], { providerData: { acme: { blocks: [1] } } });
  for (const part of [0, 1, 2]) {
    const facts = [messageFact(user("a")), messageFact(sealed), messageFact(result("1")), repair("e1", part)];
    assert.deepEqual(projected(facts).slice(1), [assistant(["b", call("1")]), result("1")]);
  }
});

test("P26: removing reasoning removes the message's other opaque data, since signatures and items depend on each other", () => {
  const signed = { ...call("1"), providerData: { acme: { signature: "t" } } };
  const facts = [
    messageFact(user("a")),
    messageFact(assistant([thought("hm"), thought("so"), "b", signed])),
    messageFact(result("1")),
    repair("e1", 1),
  ];
  assert.deepEqual(projected(facts)[1], assistant(["b", call("1")]));
});

test("a trial omits the same content as a repair", () => {
  const facts = [messageFact(user("a", png())), messageFact(assistant([thought("hm"), "b"])), messageFact(user("c"))];
  const items = [{ target: "e0", part: 1 }, { target: "e1", part: 0 }, { target: "e2" }];
  assert.deepEqual(projected(facts, items), projected([...facts, ...items.map(({ target, part }) => repair(target, part))]));
});

test("ignores a repair of a missing entry, a missing part or a later entry", () => {
  const facts = [repair("e1"), messageFact(user("a")), repair("e9"), repair("e1", 7)];
  assert.deepEqual(projected(facts), [user("a")]);
});

test("a repaired message is the same object in each request", () => {
  const path = pathOf([messageFact(user("a", png())), repair("e0", 1)]);
  const edits = new Edits();
  assert.equal(project(path, { model: MODEL, edits })[0], project(path, { model: MODEL, edits })[0]);
});

test("removing content of the provider removes all that depends on it, and leaves the text", () => {
  const part = (type: string) => ({ type: "provider", name: "web_search", providerData: { acme: { block: { type } } } }) as const;
  const cited = { type: "text", text: "b", providerData: { acme: { citations: [1] } } } as const;
  const answer = assistant([thought("hm"), part("server_tool_use"), part("web_search_tool_result"), cited]);
  assert.deepEqual(projected([messageFact(user("a")), messageFact(answer), repair("e1", 2)]), [user("a"), assistant(["b"])]);
});
