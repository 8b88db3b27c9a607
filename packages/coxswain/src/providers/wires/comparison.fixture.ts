import assert from "node:assert/strict";
import fc from "fast-check";
import { type ModelRequest, NO_USAGE, THINKING_LEVELS } from "../../model/index.ts";
import { request as requestOf } from "../wires.fixture.ts";
import { type DataArbitraries, PIXEL, requests } from "./conversations.fixture.ts";
import { type Oracle, oracle, providerNamed, type Written } from "./oracle.fixture.ts";

/** A difference between our requests and the adapter's. */
export interface Difference {
  readonly reason: string;
  /** Changes the request before the adapter receives it. */
  readonly request?: (request: ModelRequest) => ModelRequest;
  /** Changes what the adapter wrote to what we write. */
  readonly written?: (adapter: Written, request: ModelRequest) => Written;
}

/** A wire of ours with all its known differences from the adapter. */
export interface WrittenWire {
  readonly provider: string;
  /** Other providers on the same wire. */
  readonly others?: readonly string[];
  /** Model IDs that the catalogs do not contain. */
  readonly unknownIds: readonly string[];
  readonly data: DataArbitraries;
  readonly differences: readonly Difference[];
}

/** The difference of every wire. */
export const OWN_USER_AGENT: Difference = {
  reason: "the adapter names the SDK as the user agent",
  written: (written) => ({ ...written, headers: { ...written.headers, "user-agent": "coxswain" } }),
};

/** Compares our requests with the adapter's, for generated conversations, options and models. */
export const compareGenerated = async (
  { provider, others = [], unknownIds, data, differences }: WrittenWire,
  runs: number,
): Promise<void> => {
  const scenes = fc.record({
    model: fc.oneof(...(await Promise.all([provider, ...others].map((name) => models(name, unknownIds))))),
    thinking: fc.option(fc.constantFrom([], THINKING_LEVELS), { nil: undefined }),
    cacheTtl: fc.constantFrom("5m" as const, "1h" as const),
  });
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(scenes, requests(data), async ({ model, thinking, cacheTtl }, { earlier, request }) => {
      const both = await oracle({ ...model, cacheTtl, ...(thinking === undefined ? {} : { thinking }) });
      // Converted messages are reused, and must not remember the marks of an earlier request.
      both.ours(earlier);
      await compare(both, request, differences, (reason) => seen.add(reason));
    }),
    { numRuns: runs },
  );
  assert.deepEqual(
    differences.map(({ reason }) => reason).filter((reason) => !seen.has(reason)),
    [],
    "differences that no longer exist",
  );
};

/** Compares our request with the adapter's, for each model and thinking level. */
export const compareModels = async ({ provider, unknownIds, differences }: WrittenWire): Promise<void> => {
  const catalog = await providerNamed(provider).catalog?.();
  for (const id of [...Object.keys(catalog?.models ?? {}), ...unknownIds]) {
    const both = await oracle({ provider, id, thinking: THINKING_LEVELS });
    for (const thinking of THINKING_LEVELS) await compare(both, requestOf({ thinking, temperature: 0.5, messages: ONE_CALL }), differences);
  }
};

const ONE_CALL: ModelRequest["messages"] = [
  { role: "user", content: [{ type: "text", text: "Show it." }] },
  {
    role: "assistant",
    content: [{ type: "tool_call", id: "call_1", name: "ls", input: {} }],
    model: "x/y",
    stop: "tool_calls",
    usage: NO_USAGE,
  },
  { role: "tool", callId: "call_1", name: "ls", content: [{ type: "image", mediaType: "image/png", data: PIXEL }], isError: false },
];

const models = async (provider: string, unknownIds: readonly string[]) => {
  const catalog = await providerNamed(provider).catalog?.();
  return fc.record({ provider: fc.constant(provider), id: fc.constantFrom(...Object.keys(catalog?.models ?? {}), ...unknownIds) });
};

/** Compares one request. Reports the reasons of the differences that occurred. */
export const compare = async (
  { ours, adapter }: Oracle,
  request: ModelRequest,
  differences: readonly Difference[],
  onDifference: (reason: string) => void = () => {},
): Promise<void> => {
  let adapted = request;
  for (const { reason, request: change } of differences) {
    const changed = change?.(adapted) ?? adapted;
    if (!isEqual(changed.messages, adapted.messages)) onDifference(reason);
    adapted = changed;
  }
  let expected = await adapter(adapted);
  for (const { reason, written } of differences) {
    const changed = written?.(expected, request) ?? expected;
    if (!isEqual(changed, expected)) onDifference(reason);
    expected = changed;
  }
  assert.deepEqual(ours(request), expected);
};

const isEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
