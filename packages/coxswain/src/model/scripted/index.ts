export type { Reply, ScriptedCall, ScriptedReply } from "./reply.ts";
export { scriptedModel } from "./scripted-model.ts";
export type { Script, ScriptedModel, ScriptedModelOptions } from "./scripted-model.ts";
