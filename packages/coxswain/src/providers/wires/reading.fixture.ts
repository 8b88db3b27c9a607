import assert from "node:assert/strict";
import { bothWays, type Compared } from "../differential.fixture.ts";
import { answering, FIXTURE_ENV } from "../fixtures.fixture.ts";
import { providerModels } from "../provider-models.ts";
import { type Received, receive } from "../wires.fixture.ts";

const stream = (events: readonly unknown[]) =>
  answering(new Uint8Array(Buffer.from(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(""))));

/** What these events are read as, by us and by the adapter alike. Ids are named by their kind and place. */
export const bothRead = async (model: string, ...events: readonly unknown[]): Promise<Compared> => {
  const { adapter, ours } = await bothWays(model, { env: FIXTURE_ENV, fetch: stream(events) });
  assert.deepEqual(ours, adapter);
  return ours;
};

/** What these events are read as by us, where the adapter falls short. */
export const weRead = async (model: string, ...events: readonly unknown[]): Promise<Received> =>
  receive(await providerModels({ env: FIXTURE_ENV, fetch: stream(events) }).get(model));
