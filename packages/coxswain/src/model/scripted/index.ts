export { scriptedModel, type Script, type ScriptedModel, type ScriptedModelOptions } from "./scripted-model.ts";
export type { Reply, ScriptedCall, ScriptedReply } from "./reply.ts";
