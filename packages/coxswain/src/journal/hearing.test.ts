import assert from "node:assert/strict";
import { test } from "node:test";
import { EventStream } from "./event-stream.ts";
import type { Event } from "./event.ts";
import { ListenerQueue } from "./hearing.ts";

const event = (message: string): Event => ({ type: "warning", message, seq: 0, at: 0, sessionId: "s", agent: { id: "s", depth: 0 } });

test("what a listener of one stream causes comes behind its cause for readers and listeners of every stream", async () => {
  const [first, second] = [new EventStream(), new EventStream()];
  const hearing = new ListenerQueue();
  const tell = (told: Event): void => {
    for (const stream of [first, second]) stream.publish(told, hearing);
    hearing.deliver();
  };
  const readers = [first.subscribe(), second.subscribe()];
  const heard: string[] = [];
  const note = (name: string) => (told: Event) => void (told.type === "warning" && heard.push(`${name} ${told.message}`));
  first.listen((told) => {
    note("first")(told);
    if (told.type === "warning" && told.message === "cause") tell(event("effect"));
  });
  second.listen(note("second"));
  tell(event("cause"));
  assert.deepEqual(heard, ["first cause", "second cause", "first effect", "second effect"]);
  for (const stream of [first, second]) stream.close();
  for (const reader of readers)
    assert.deepEqual(
      (await Array.fromAsync(reader)).map((told) => told.type === "warning" && told.message),
      ["cause", "effect"],
    );
});
