export { authAction } from "./actions.ts";
export { type KeyProvider, keyProviders, type KeySource, keySource } from "./key-provider.ts";
