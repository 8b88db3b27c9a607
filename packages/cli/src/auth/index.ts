export { authAction } from "./actions.ts";
export { applyKeys, EMPTY_LINE, type HiddenLine, readHiddenLine } from "./ask-key.ts";
export { checkNewKey } from "./check-key.ts";
export { readTypedLine, type TypedLine } from "./read-typed-line.ts";
export { providerOfKey } from "./key-prefix.ts";
export { type KeyProvider, keyProviders, type KeySource, keySource } from "./key-provider.ts";
