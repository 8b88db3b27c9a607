export { FULL_KEY_TABLE, fullActionOf, type FullKeyAction } from "./full-key-table.ts";
export { actionOf, KEY_TABLE, type KeyAction, type KeyRow } from "./key-table.ts";
