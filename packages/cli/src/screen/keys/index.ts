export { actionOf, KEY_TABLE, type KeyAction } from "./key-table.ts";
