import type { Model } from "../../model/index.ts";
import { loopbackProvider, type LoopbackProvider, type LoopbackScript } from "./index.ts";
import type { ProviderModelsOptions } from "../../providers/index.ts";
import { modelAt, type WireName } from "../../providers/wires.fixture.ts";

interface ServedModel extends AsyncDisposable {
  readonly model: Model;
  readonly server: LoopbackProvider;
}

/** Returns a model on a wire, served by a loopback server. */
export const serve = async (wire: WireName, script: LoopbackScript, options: Partial<ProviderModelsOptions> = {}): Promise<ServedModel> => {
  const server = await loopbackProvider(script);
  return { model: await modelAt(wire, server.url, options), server, [Symbol.asyncDispose]: () => server.close() };
};
