/** coxswain/lsp: language servers of a folder, which check edits and answer questions about code. */

export { LanguageServers } from "./lsp/index.ts";
export type {
  EditCheck,
  EditErrors,
  FileEvent,
  LanguageOptions,
  LanguageServersHost,
  LanguageServersOptions,
  LanguageServerState,
  LanguageStatus,
} from "./lsp/index.ts";
export type { LspOptions } from "./runtime/index.ts";
export type { CodeFileEdits, CodePlace, CodePosition, CodeProblem, CodeRange, CodeService, CodeSymbol } from "./workspace/index.ts";
