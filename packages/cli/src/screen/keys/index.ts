export { EDITOR_KEYS } from "./editor-keys.ts";
export { actionOf, KEY_TABLE, type KeyAction, type KeyRow } from "./key-table.ts";
