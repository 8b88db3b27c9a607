import assert from "node:assert/strict";
import type { ProviderPart } from "../../model/index.ts";
import { bothWays, type Compared } from "../differential.fixture.ts";
import { answering, FIXTURE_ENV } from "../fixtures.fixture.ts";
import { providerModels } from "../provider-models.ts";
import { type Received, receive } from "../wires.fixture.ts";

const stream = (events: readonly unknown[]) =>
  answering(new Uint8Array(Buffer.from(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(""))));

/** Parses events with our reader and the adapter, and asserts equal results. IDs are replaced by kind and order. */
export const bothRead = async (model: string, ...events: readonly unknown[]): Promise<Compared> => {
  const { adapter, ours } = await bothWays(model, { env: FIXTURE_ENV, fetch: stream(events) });
  assert.deepEqual(ours, adapter);
  return ours;
};

/** Returns the provider's parts of a response. */
export const providerParts = ({ parts }: Received): readonly ProviderPart[] =>
  parts.flatMap((part) => (part.type === "provider" ? [part.part] : []));

/** Parses events with our reader only, for events that the adapter does not support. */
export const weRead = async (model: string, ...events: readonly unknown[]): Promise<Received> =>
  receive(await providerModels({ env: FIXTURE_ENV, fetch: stream(events) }).get(model));
