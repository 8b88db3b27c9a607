import assert from "node:assert/strict";
import fc from "fast-check";
import { type Session, SessionNotFoundError } from "coxswain";
import { abort, type Act, anyAct, hear, perform } from "./acts.ts";
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
  // More than the system prompt and the tools have.
  compaction: fc.constantFrom({ auto: "advisory" }, { auto: "auto", aboveTokens: 2_200, keepTokens: 60 }),
} as const);

/** Lets many things be done to one session, or to several at once, in so many orders, and looks each time whether all is well. */
export const interleave = (orders: number): Promise<void> =>
  fc.assert(
    fc.asyncProperty(
      fc.integer(),
      anyOptions,
      fc.array(anyAct, { minLength: 5, maxLength: 40, size: "max" }),
      async (seed, options, acts) => {
        const world = await openWorld(seed, options);
        await live(world, acts);
        await comeToRest(world);
        await assertInvariants(world);
      },
    ),
    {
      numRuns: orders,
      // Cases that have failed.
      examples: [
        // A message steered into a resumed run that is aborted: the invariant compared it with the end of the first life.
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
            { what: "promptSteering", which: 0 },
            { what: "abort", which: 0 },
            { what: "goBack", which: 4 },
            { what: "resume", which: 0 },
            { what: "promptSteering", which: 0 },
            { what: "abort", which: 0 },
          ],
        ],
      ],
    },
  );

const live = async (world: World, acts: readonly Act[]): Promise<void> => {
  const { schedule } = world;
  await schedule.run(acts.map((act) => () => perform(world, act)));
  // What still goes on waits for a tool that never ends.
  for (let running = await runningNow(world); running.length > 0; running = await runningNow(world)) {
    await schedule.run(running.map((session) => () => abort(world, session)));
  }
  assert.equal(world.unsettled.size, 0, "nothing runs, and something has not come to its end");
};

const runningNow = async (world: World): Promise<readonly Session[]> => {
  const open = await Promise.all(openIds(world).map((id) => opened(world, id)));
  return open.filter((session) => session?.state.status === "running") as Session[];
};

const openIds = ({ sessions, forks, removed }: World): readonly string[] =>
  [...new Set([...sessions, ...forks].map(({ id }) => id))].filter((id) => !removed.has(id));

/** Undefined for a session in which nothing was ever said. */
const opened = async ({ runtime }: World, id: string): Promise<Session | undefined> => {
  try {
    return await runtime.open(id);
  } catch (error) {
    if (error instanceof SessionNotFoundError) return undefined;
    throw error;
  }
};

/** Every session is opened once more and asked for a last word: that is what a wrong history would deny. */
const comeToRest = async (world: World): Promise<void> => {
  const { schedule, runtime } = world;
  world.calm();
  for (const id of openIds(world)) await lastWord(world, id);
  let closed = false;
  await schedule.run([() => void runtime.close().then(() => (closed = true))]);
  assert.ok(closed, "the runtime closes");
};

const lastWord = async (world: World, id: string): Promise<void> => {
  const session = await opened(world, id);
  if (session === undefined) return;
  const run = session.prompt("last word");
  hear(world, id, run, true);
  await world.schedule.run();
  const outcome = world.runs.find((heard) => heard.run === run)?.outcome;
  assert.equal(outcome?.kind, "done", `the last word is ${JSON.stringify(outcome)}`);
  assert.equal(session.state.status, "idle");
  assert.equal(session.isBusy, false);
  assert.deepEqual(session.state.queue, { steering: [], followUps: [], prompts: [] });
  for (const [at, entry] of session.entries.entries()) assert.equal(entry.parent, session.entries[at - 1]?.id ?? null);
};
