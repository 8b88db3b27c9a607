/** Test helpers for programs that use Coxswain: scripted models, stores and providers. */

export { memoryStore } from "../log/index.ts";
export { scriptedModel } from "../model/index.ts";
export type { Reply, Script, ScriptedCall, ScriptedModel, ScriptedModelOptions, ScriptedReply } from "../model/index.ts";
export { loopbackProvider, refusal } from "./loopback/index.ts";
export type {
  Fault,
  JsonObject,
  LoopbackOptions,
  LoopbackProvider,
  LoopbackReply,
  LoopbackRequest,
  LoopbackScript,
  Tick,
  Wire,
  WireError,
} from "./loopback/index.ts";
export { faultyStore, type StoreFaults } from "./faulty-store.ts";
export { storeContract, type StoreUnderTest } from "./store-contract.ts";
