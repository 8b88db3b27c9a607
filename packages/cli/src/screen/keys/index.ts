export type { FullKeyAction } from "./full-key-table.ts";
export { setEditorKeys } from "./editor-keys.ts";
export type { KeyAction } from "./key-table.ts";
export { keyLabel } from "./key-names.ts";
export { type ExtensionKey, type Keymap, type KeymapRow, keymapOf } from "./keymap.ts";
export type { ReviewKeyAction } from "./review-key-table.ts";
export { parseUserKeys } from "./user-keys.ts";
