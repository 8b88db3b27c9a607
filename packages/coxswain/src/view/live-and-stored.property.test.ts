import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { ModelError, type Reply } from "../model/index.ts";
import { openScene, sayTool } from "../runtime/runtime.fixture.ts";
import { agentTool, answerOf } from "../session/agents/agents.fixture.ts";
import { clear, label, type Session, uncompact } from "../session/index.ts";
import { todoTool } from "../tools/index.ts";
import { SessionView } from "./session-view.ts";
import { facts, follow, stored, withoutEvents } from "./view.fixture.ts";

const text = fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 });
const search = { type: "provider", name: "web_search", providerData: { acme: {} } } as const;

/** A call; the text of `say` decides what happens while it runs. */
const call = fc.oneof(
  { weight: 3, arbitrary: text.map((value) => ({ name: "say", input: { text: value } })) },
  fc.constantFrom("steer", "follow up", "abort", "throw").map((value) => ({ name: "say", input: { text: value } })),
  fc.constantFrom({ name: "say", input: "{broken" }, { name: "say", input: { text: 5 } }, { name: "nothing", input: {} }),
  fc.constantFrom({ name: "say", input: { text: "deny me" } }, { name: "say", input: { text: "change me" } }),
  text.map((value) => ({ name: "delegate", input: { text: value } })),
  text.map((content) => ({ name: "todo", input: { items: [{ content, status: "pending" }] } })),
);

const error = fc.constantFrom(new ModelError("transient", "busy"), new ModelError("auth", "no key"), new ModelError("refused", "no"));

const reply: fc.Arbitrary<Reply> = fc.oneof(
  text,
  fc.record({ reasoning: text, text, calls: fc.array(call, { maxLength: 3 }) }),
  fc.record({ calls: fc.array(call, { minLength: 1, maxLength: 3 }) }),
  fc.record({ text, error }),
  fc.record({ reasoning: text, cut: fc.constant(true) }),
  text.map((output) => ({ raw: [{ type: "provider", part: { ...search, input: { query: "x" }, output } } as const], text: "Found." })),
);

/** A step between two runs. */
type Step = (session: Session) => Promise<unknown>;

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: text.map(
      (prompt): Step =>
        (session) =>
          session.prompt(prompt).outcome,
    ),
  },
  fc.constantFrom<Step>(
    // Nothing to compact, or nothing to undo, is an error, and then nothing is written.
    (session) => session.compact().catch(() => undefined),
    (session) => uncompact(session).catch(() => undefined),
    clear,
    (session) => session.set({ title: "A boat" }),
    (session) => session.set({ thinking: "high" }),
    (session) => label(session, session.entries.at(-1)?.id ?? "", "here"),
  ),
);

const play = async (steps: readonly Step[], replies: readonly Reply[], onAbort: "keep" | "discard") => {
  const waiting = [...replies];
  const say = sayTool({
    effect: "write",
    run: async ({ text: word }) => {
      if (word === "steer") scene.session.steer("Look here.");
      if (word === "follow up") scene.session.followUp("And then?");
      if (word === "abort") scene.session.abort("Enough.");
      if (word === "throw") throw new Error("It broke.");
      return word;
    },
  });
  const delegate = agentTool(async (context, prompt) => {
    const agent = await context.spawn({ name: "mate" });
    const answer = await answerOf(agent, prompt);
    await agent.close();
    return answer;
  });
  const scene = await openScene({
    script: ({ tools }) => (tools.length === 0 ? "A title." : (waiting.shift() ?? "Done.")),
    tools: [say, delegate, todoTool()],
    retry: { tries: 1, baseMs: 1 },
    maxTurns: 12,
    onAbort,
    hooks: [
      {
        event: "pre_tool",
        name: "guard",
        run: ({ input }) => {
          const word = (input as { readonly text?: unknown }).text;
          return word === "deny me" ? { deny: "Not this." } : word === "change me" ? { input: { text: "changed" } } : undefined;
        },
      },
    ],
  });
  const { session } = scene;
  const first = follow(session);
  const later = [];
  for (const take of steps) {
    await take(session);
    later.push(follow(session));
  }
  await scene.runtime.close();
  await Promise.all([first, ...later].map(({ done }) => done));
  return { session, views: [first, ...later].map(({ view }) => view) };
};

test("whatever happens in a session, a view that followed it shows what its stored entries show", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 4 }),
      fc.array(reply, { maxLength: 8 }),
      fc.constantFrom("keep", "discard"),
      async (steps, replies, onAbort) => {
        const { session, views } = await play(steps, replies, onAbort);
        const expected = stored(session).map(facts);
        for (const view of views) {
          assert.deepEqual(withoutEvents(view.blocks).map(facts), expected);
          assert.ok(view.blocks.every(({ settled }) => settled));
          assert.deepEqual(view.status.activity, { kind: "idle" });
        }
        const taking = new SessionView(session.id);
        const taken = session.entries.flatMap((entry) => {
          taking.add(entry);
          return taking.takeSettled();
        });
        assert.deepEqual([...taken, ...taking.blocks].map(facts), expected);
      },
    ),
    { numRuns: 150 },
  );
});
