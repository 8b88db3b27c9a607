import fc from "fast-check";
import { type Draft, type Entry, type LeafEntry, type Path, Log, memoryStore } from "../log/index.ts";
import { messageDraft, type MessageEntry, type RunEndEntry, type RunStartEntry, type ToolStartEntry } from "../loop/index.ts";
import { type AssistantPart, type ImagePart, NO_USAGE, type ToolCallPart, toolCalls } from "../model/index.ts";
import {
  type BranchSummaryEntry,
  type CompactionEntry,
  isCompaction,
  type RepairEntry,
  type ResetEntry,
  type ShellEntry,
  type SystemChangeEntry,
  type UncompactEntry,
} from "./entries.ts";
import { BLIND, assistant, MODEL, png, result, RUN, thought, user } from "./messages.fixture.ts";

type AnyEntry =
  | BranchSummaryEntry
  | CompactionEntry
  | MessageEntry
  | RepairEntry
  | ResetEntry
  | RunEndEntry
  | RunStartEntry
  | ShellEntry
  | SystemChangeEntry
  | ToolStartEntry
  | UncompactEntry;

/**
 * A step in a session's life: facts to append, or a move of the leaf to a position given as a fraction of the log. A
 * `tool_start` refers to the first message of its step, and an `uncompact` without a target undoes the last compaction.
 */
export type Step = { readonly facts: readonly Draft<AnyEntry>[] } | { readonly moveTo: number };

const rarely = <Value>(arbitrary: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> =>
  fc.oneof({ arbitrary: fc.constant(undefined), weight: 5 }, { arbitrary, weight: 1 });

const runs = fc.constantFrom(RUN, "run-before", undefined);
/** Few ids, so that they collide; not all providers accept every one. */
const ids = fc.constantFrom("call_1", "call_2", "call_3", "functions.read:0", "", "x".repeat(80));
const words = fc.constantFrom("words", "", " \n", "half \ud83d a pair", "nothing \0 here", "more words");
const LARGE = png("large.png", 1_200_000);
const images: fc.Arbitrary<ImagePart> = fc.constantFrom(
  png("shot.png"),
  LARGE,
  png("huge.png", 6_000_000),
  { type: "image", mediaType: "image/png", data: "" },
  { type: "image", mediaType: "image/svg+xml", data: "PHN2Zz4=" },
);
/** Parts that a valid log may contain, but that this program never writes. */
const oddities = fc
  .constantFrom<object>(
    { type: "video", data: "" },
    { type: "text", text: "a", providerData: { acme: 7 } },
    { type: "image", mediaType: "image/png", data: "" },
    { type: "reasoning", text: "hm" },
    { type: "tool_call", id: "call_1", name: "read", input: {} },
  )
  // A stored message shares no parts.
  .map((part) => ({ ...part }));
const content = fc.array(fc.oneof({ arbitrary: words, weight: 6 }, { arbitrary: images, weight: 2 }, { arbitrary: oddities, weight: 1 }), {
  maxLength: 3,
}) as fc.Arbitrary<(string | ImagePart)[]>;

const calls: fc.Arbitrary<ToolCallPart> = fc.record(
  {
    type: fc.constant("tool_call"),
    id: ids,
    name: fc.constantFrom("read", "read", "read", "write it!", "", "7".repeat(80)),
    input: fc.constantFrom<unknown>({ path: "a" }, "{not json", [1], null, { "half \ud83d": ["a\0b"] }, { [`__proto__`]: 1 }),
  },
  { noNullPrototype: true },
);
const parts: fc.Arbitrary<AssistantPart> = fc.oneof(
  words.map((text): AssistantPart => ({ type: "text", text })),
  words.map((text): AssistantPart => ({ type: "text", text, providerData: { acme: { item: "i" } } })),
  fc.constant(thought("hm")),
  oddities.map((part) => part as AssistantPart),
  calls,
);
const assistants = fc
  .record({
    content: fc.array(parts, { maxLength: 5 }),
    model: fc.constantFrom(MODEL.reference, BLIND.reference, "other/model"),
    stop: fc.constantFrom("stop", "tool_calls", "length", "interrupted", "other"),
    streamError: rarely(fc.constant({ code: "transient", message: "cut" } as const)),
    providerData: rarely(fc.constantFrom<object>({ acme: { blocks: ["hm"] } }, { acme: { blocks: ["half \ud83d"] } }, { acme: 7 })),
  })
  .map(({ content: messageFact, streamError, providerData, ...rest }) =>
    assistant(messageFact, {
      ...rest,
      ...(streamError === undefined ? {} : { streamError }),
      ...(providerData === undefined ? {} : { providerData: { ...providerData } }),
    }),
  );

/** A turn as the loop records it, except for parts that a crash, a steer or a damaged line removed or moved. */
const turns = fc
  .record({
    message: assistants,
    run: runs,
    fates: fc.array(fc.constantFrom("whole", "whole", "whole", "started", "lost", "twice"), { minLength: 5, maxLength: 5 }),
    backwards: fc.boolean(),
    steer: rarely(content),
  })
  .map(({ message, run, fates, backwards, steer }): Step => {
    const results = toolCalls(message).flatMap((call, at): Draft<AnyEntry>[] => {
      const fate = fates[at] ?? "lost";
      const start: Draft<ToolStartEntry> = { type: "tool_start", run: run ?? RUN, message: "", call: call.id };
      const answer = messageDraft(result(call.id), run);
      return { whole: [start, answer], started: [start], lost: [], twice: [answer, answer] }[fate];
    });
    const steering = steer === undefined ? [] : [messageDraft(user(...steer), run)];
    return { facts: [messageDraft(message, run), ...(backwards ? results.toReversed() : results), ...steering] };
  });

const album = fc.record({ count: fc.integer({ min: 0, max: 25 }), image: fc.constantFrom(png("small.png"), LARGE) });

const someEntry = fc.nat(40).map((at) => `m${at}`);
/** Compactions that preserve entries from any position, existing or not. */
const compactions = fc
  .record({ summary: words, firstPreserved: fc.oneof(someEntry, fc.constant(null)), preserved: fc.array(words, { maxLength: 2 }) })
  .map(({ preserved, ...rest }): Draft<CompactionEntry> => ({
    type: "compaction",
    ...rest,
    covers: { from: 1, to: 7 },
    preserved: preserved.map((text) => ({ name: "files", text })),
    tokensBefore: 1000,
    summaryTokens: 10,
    reason: "manual",
    model: MODEL.reference,
    usage: NO_USAGE,
  }));
const uncompacts = fc
  .oneof(fc.constant(""), fc.constant(""), someEntry)
  .map((target): Draft<UncompactEntry> => ({ type: "uncompact", target }));
const branchSummaries = words.map((summary): Draft<BranchSummaryEntry> => ({
  type: "branch_summary",
  summary,
  from: "m0",
  model: MODEL.reference,
  usage: NO_USAGE,
}));

const systemChanges = words.map((text): Draft<SystemChangeEntry> => ({
  type: "system_change",
  sections: [
    { name: "project", hash: "0", text },
    { name: "skills", hash: null, text: null },
  ],
}));

const loose: fc.Arbitrary<Draft<AnyEntry>> = fc.oneof(
  systemChanges,
  compactions,
  uncompacts,
  branchSummaries,
  album.map(({ count, image }) => messageDraft(user(...Array.from({ length: count }, () => image)))),
  fc.tuple(content, runs).map(([messageFact, run]) => messageDraft(user(...messageFact), run)),
  fc.tuple(ids, content, runs).map(([id, messageFact, run]) => messageDraft({ ...result(id), content: user(...messageFact).content }, run)),
  fc.tuple(assistants, runs).map(([message, run]) => messageDraft(message, run)),
  fc.boolean().map((include): Draft<ShellEntry> => ({ type: "shell", command: "ls", output: "a\n", exitCode: 0, include })),
  fc.constant<Draft<ResetEntry>>({ type: "reset" }),
  fc.record({ target: someEntry, part: rarely(fc.nat(3)) }).map(({ target, part }): Draft<RepairEntry> => ({
    type: "repair",
    target,
    ...(part === undefined ? {} : { part }),
    reason: "refused",
  })),
  fc.constant<Draft<RunStartEntry>>({ type: "run_start", run: RUN }),
  fc.constant<Draft<RunEndEntry>>({ type: "run_end", run: RUN, outcome: { kind: "aborted" } }),
);

const steps: fc.Arbitrary<Step> = fc.oneof(
  { arbitrary: turns, weight: 5 },
  { arbitrary: loose.map((fact): Step => ({ facts: [fact] })), weight: 4 },
  { arbitrary: fc.double({ min: 0, max: 1, noNaN: true }).map((moveTo): Step => ({ moveTo })), weight: 1 },
);

/** Histories of sessions with every kind of damage. */
export const brokenHistories = fc.array(steps, { maxLength: 25, size: "max" });

/** Receives the live active path after each entry. `left` is the number of remaining entries of the step. */
export type Watch = (path: Path, left: number) => void;

/** Returns the active path of a log after all steps. */
export const live = async (life: readonly Step[], watch: Watch = () => {}): Promise<readonly Entry[]> => {
  const file = await memoryStore().create({ format: "coxswain-session", version: 1, id: "s", cwd: "/", at: 0 });
  let minted = 0;
  const log = await Log.open(file, { now: () => 0, mint: () => `m${minted++}` });
  const placed: Entry[] = [];
  for (const step of life) {
    if ("moveTo" in step) {
      await log.append<LeafEntry>({ type: "leaf", to: placed[Math.floor(step.moveTo * placed.length)]?.id ?? null });
      watch(log.path, 0);
      continue;
    }
    const first = log.mint();
    for (const [at, fact] of step.facts.entries()) {
      const placing = placedAfter(fact, first, placed);
      placed.push(...(await log.append<AnyEntry>(at === 0 ? { ...placing, id: first } : placing)));
      watch(log.path, step.facts.length - 1 - at);
    }
  }
  return log.path.entries;
};

const placedAfter = (fact: Draft<AnyEntry>, first: string, before: readonly Entry[]): Draft<AnyEntry> => {
  if (fact.type === "tool_start") return { ...fact, message: first };
  if (fact.type === "uncompact" && fact.target === "") return { ...fact, target: before.findLast(isCompaction)?.id ?? "" };
  return fact;
};
