import type { Configuration } from "../configuration/index.ts";
import type { KeyProvider } from "./key-provider.ts";

/** Source of a provider's key; never the key. */
export type KeySource =
  | {
      readonly from: "environment";
      readonly variable: string;
      /** True if a saved key exists, which the variable overrides. */ readonly stored: boolean;
    }
  | { readonly from: "file" }
  /** Credentials of a cloud SDK. */
  | { readonly from: "cloud" }
  | { readonly from: "nowhere"; /** The variable that may hold it. */ readonly variable: string | undefined };

/** @throws {SettingsError} when the file of keys cannot be used */
export const keySource = async (
  { name, keyEnv, configured }: KeyProvider,
  { providers }: Pick<Configuration, "providers">,
): Promise<KeySource> => {
  const { env, keys } = providers;
  const kept = ((await keys?.(name)) ?? "") !== "";
  const variable = keyEnv.find((one) => (env[one]?.trim() ?? "") !== "");
  if (variable !== undefined) return { from: "environment", variable, stored: kept };
  if (kept) return { from: "file" };
  return configured?.(env) === true ? { from: "cloud" } : { from: "nowhere", variable: keyEnv[0] };
};
