import assert from "node:assert/strict";
import { test } from "node:test";
import { EventStream } from "./event-stream.ts";
import type { Event } from "./event.ts";
import { ListenerQueue } from "./listener-queue.ts";

const event = (message: string): Event => ({ type: "warning", message, seq: 0, at: 0, sessionId: "s", agent: { id: "s", depth: 0 } });

test("an event that a listener causes follows its cause for readers and listeners of every stream", async () => {
  const [first, second] = [new EventStream(), new EventStream()];
  const queue = new ListenerQueue();
  const publish = (emitted: Event): void => {
    for (const stream of [first, second]) stream.publish(emitted, queue);
    queue.deliver();
  };
  const readers = [first.subscribe(), second.subscribe()];
  const received: string[] = [];
  const note = (name: string) => (emitted: Event) => void (emitted.type === "warning" && received.push(`${name} ${emitted.message}`));
  first.listen((emitted) => {
    note("first")(emitted);
    if (emitted.type === "warning" && emitted.message === "cause") publish(event("effect"));
  });
  second.listen(note("second"));
  publish(event("cause"));
  assert.deepEqual(received, ["first cause", "second cause", "first effect", "second effect"]);
  for (const stream of [first, second]) stream.close();
  for (const reader of readers)
    assert.deepEqual(
      (await Array.fromAsync(reader)).map((emitted) => emitted.type === "warning" && emitted.message),
      ["cause", "effect"],
    );
});
