export { authAction } from "./auth-action.ts";
export { type KeyProvider, keyProviders } from "./key-provider.ts";
export { type KeySource, keySource } from "./key-source.ts";
