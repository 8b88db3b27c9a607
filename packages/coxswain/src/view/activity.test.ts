import assert from "node:assert/strict";
import { test } from "node:test";
import type { Event } from "../journal/index.ts";
import { answerQuestion, pendingQuestions } from "../session/index.ts";
import { callSay, openScene, sayTool } from "../runtime/runtime.fixture.ts";
import { SessionView } from "./session-view.ts";

type Scene = Awaited<ReturnType<typeof openScene>>;

/** A view that gets the entries of a session and no other events, as those of another process. */
const entriesOnly = ({ session }: Scene) => {
  const view = new SessionView(session.id);
  const events = session.events({ types: ["entry"] });
  const until = async (isReached: (event: Event) => boolean): Promise<string> => {
    for (;;) {
      const { value, done } = await events.next();
      if (done === true) return "ended";
      view.apply(value);
      if (isReached(value)) return view.status.asking === undefined ? view.status.activity.kind : "asking";
    }
  };
  return { until, close: () => events.return?.() };
};

const isEntry =
  (type: string, role?: string) =>
  (event: Event): boolean =>
    event.type === "entry" && event.entry.type === type && (role === undefined || JSON.stringify(event.entry).includes(`"role":"${role}"`));

test("entries alone show that a run waits for the model, works and asks", async () => {
  const asks = (): undefined => undefined;
  await using scene = await openScene({
    script: [callSay("a", "b"), "Done."],
    tools: [sayTool({ effect: "execute", needs: ({ text }) => [{ tool: "say", effect: "execute", subject: text }] })],
    policy: asks,
    ask: () => new Promise(() => {}),
  });
  const { until, close } = entriesOnly(scene);
  const run = scene.session.prompt("go");
  const answer = (): void => {
    for (const { id } of pendingQuestions(scene.session)) answerQuestion(scene.session, id, { kind: "once" });
  };
  assert.equal(await until(isEntry("run_start")), "waiting");
  assert.equal(await until(isEntry("message", "assistant")), "running");
  assert.equal(await until(isEntry("permission_ask")), "asking");
  answer();
  assert.equal(await until(isEntry("permission_reply")), "running");
  assert.equal(await until(isEntry("message", "tool")), "running", "one of two calls has its result");
  assert.equal(await until(isEntry("permission_ask")), "asking");
  answer();
  assert.equal(await until(isEntry("message", "tool")), "waiting");
  await run.outcome;
  await close();
});
