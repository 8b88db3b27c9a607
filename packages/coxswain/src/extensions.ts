/** coxswain/extensions: modules that add tools, hooks, commands, skills and models. */

export { ExtensionError, loadExtensions } from "./runtime/index.ts";
export type {
  CommandContext,
  CommandEnd,
  CommandOptions,
  Disposer,
  Extension,
  ExtensionAgent,
  ExtensionApi,
  ExtensionBlock,
  ExtensionCommand,
  ExtensionEntry,
  ExtensionKey,
  Extensions,
  ExtensionSkill,
  ExtensionsOptions,
  ExtensionSource,
  ExtensionState,
  ExtensionTemplate,
  ExtensionTool,
  SkippedExtension,
  LoadedExtension,
  StateDefinition,
} from "./runtime/index.ts";
