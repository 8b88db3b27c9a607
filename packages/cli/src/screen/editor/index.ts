export { cleanText } from "./clean-text.ts";
export { type ChipContents, expandTexts, partsOf } from "./chips.ts";
export { clipboardImage } from "./clipboard-image.ts";
export { withDistinctNames } from "./distinct-names.ts";
export { type DraftStore, draftStore } from "./draft-file.ts";
export { DraftKeeper } from "./draft-keeper.ts";
export { editExternally } from "./external-editor.ts";
export { type EditorSources, NO_SOURCES } from "./editor-sources.ts";
export { PromptEditor } from "./prompt-editor.ts";
