import assert from "node:assert/strict";
import fc from "fast-check";
import { type Session, SessionNotFoundError } from "coxswain";
import { abort, type Action, anyAction, observe, perform } from "./actions.ts";
import { assertInvariants } from "./invariants.ts";
import { openWorld, OTHER_MODEL, SMALL_MODEL, type World } from "./world.ts";

const anyOptions = fc.record({
  toolExecution: fc.constantFrom("sequential", "parallel"),
  steerMode: fc.constantFrom("skip", "after-batch"),
  onAbort: fc.constantFrom("discard", "keep"),
  onDeny: fc.constantFrom("continue", "stop"),
  maxTurns: fc.constantFrom(0, 0, 3),
  smallModel: fc.constantFrom(OTHER_MODEL, SMALL_MODEL, SMALL_MODEL),
  sessions: fc.constantFrom(1, 2, 5),
  // The threshold is higher than the size of the system prompt and the tools.
  compaction: fc.constantFrom({ auto: "advisory" }, { auto: "auto", aboveTokens: 2_200, keepTokens: 60 }),
} as const);

/**
 * Performs random actions on one or several sessions concurrently, in `orders` orders, and asserts the invariants each
 * time.
 */
export const checkInterleavings = (orders: number): Promise<void> =>
  fc.assert(
    fc.asyncProperty(
      fc.integer(),
      anyOptions,
      fc.array(anyAction, { minLength: 5, maxLength: 40, size: "max" }),
      async (seed, options, actions) => {
        const world = await openWorld(seed, options);
        await performAll(world, actions);
        await finish(world);
        await assertInvariants(world);
      },
    ),
    {
      numRuns: orders,
      // Orders that have failed.
      examples: [
        // A run that was aborted while the entry of a retry was appended: the retry started after its end.
        [
          857043757,
          {
            toolExecution: "sequential",
            steerMode: "skip",
            onAbort: "discard",
            onDeny: "continue",
            maxTurns: 0,
            smallModel: OTHER_MODEL,
            sessions: 5,
            compaction: { auto: "advisory" },
          },
          [
            { kind: "compact", index: 0 },
            { kind: "changeModel", index: 0 },
            { kind: "injectAsUser", index: 32 },
            { kind: "cancelOne", index: 0 },
            { kind: "queue", index: 0 },
            { kind: "abort", index: 26 },
            { kind: "append", index: 28 },
            { kind: "injectAsUser", index: 18 },
            { kind: "resume", index: 0 },
            { kind: "abortRun", index: 21 },
          ],
        ],
        // A message steered into a resumed run that is aborted: the invariant compared it with the run's first end.
        [
          376,
          {
            toolExecution: "sequential",
            steerMode: "skip",
            onAbort: "discard",
            onDeny: "continue",
            maxTurns: 0,
            smallModel: OTHER_MODEL,
            sessions: 1,
            compaction: { auto: "advisory" },
          },
          [
            { kind: "promptSteer", index: 0 },
            { kind: "abort", index: 0 },
            { kind: "moveLeaf", index: 4 },
            { kind: "resume", index: 0 },
            { kind: "promptSteer", index: 0 },
            { kind: "abort", index: 0 },
          ],
        ],
      ],
    },
  );

const performAll = async (world: World, actions: readonly Action[]): Promise<void> => {
  const { schedule } = world;
  await schedule.run(actions.map((action) => () => perform(world, action)));
  // Runs that are still active wait for the tool that never returns.
  for (let running = await runningNow(world); running.length > 0; running = await runningNow(world)) {
    await schedule.run(running.map((session) => () => abort(world, session)));
  }
  assert.equal(world.pending.size, 0, "no run is active, but an action has not settled");
};

const runningNow = async (world: World): Promise<readonly Session[]> => {
  const open = await Promise.all(openIds(world).map((id) => reopen(world, id)));
  return open.filter((session) => session?.state.status === "running") as Session[];
};

const openIds = ({ sessions, forks, removed }: World): readonly string[] =>
  [...new Set([...sessions, ...forks].map(({ id }) => id))].filter((id) => !removed.has(id));

/** Opens a session. Returns undefined for a session that never received a message. */
const reopen = async ({ runtime }: World, id: string): Promise<Session | undefined> => {
  try {
    return await runtime.open(id);
  } catch (error) {
    if (error instanceof SessionNotFoundError) return undefined;
    throw error;
  }
};

/** Opens each session once more and prompts it. An invalid history would make this prompt fail. */
const finish = async (world: World): Promise<void> => {
  const { schedule, runtime } = world;
  world.calm();
  for (const id of openIds(world)) await assertResponds(world, id);
  let closed = false;
  await schedule.run([() => void runtime.close().then(() => (closed = true))]);
  assert.ok(closed, "the runtime closes");
};

const assertResponds = async (world: World, id: string): Promise<void> => {
  const session = await reopen(world, id);
  if (session === undefined) return;
  const run = session.prompt("last word");
  observe(world, id, run, true);
  await world.schedule.run();
  const outcome = world.runs.find((observed) => observed.run === run)?.outcome;
  assert.equal(outcome?.kind, "done", `the last word is ${JSON.stringify(outcome)}`);
  assert.equal(session.state.status, "idle");
  assert.equal(session.isBusy, false);
  assert.deepEqual(session.state.queue, { steering: [], followUps: [], prompts: [] });
  for (const [at, entry] of session.entries.entries()) assert.equal(entry.parent, session.entries[at - 1]?.id ?? null);
};
