import type { HookSettings } from "../settings/index.ts";
import type { FoundHook } from "./found-hook.ts";
import { shellHook } from "./shell/index.ts";

/** Creates a hook from an entry of the settings. */
export const settingsHook = (
  { event, command, name, tools, timeout, blocking, enabled = true }: HookSettings,
  { source, env }: { readonly source: string; readonly env: Readonly<Record<string, string>> },
): FoundHook => ({
  hook: shellHook({
    event,
    command,
    env,
    ...(name === undefined ? {} : { name }),
    ...(tools === undefined ? {} : { tools }),
    ...(timeout === undefined ? {} : { timeout: timeout * 1000 }),
    ...(blocking === undefined ? {} : { blocking }),
  }),
  source,
  command,
  ...(tools === undefined ? {} : { tools: tools.join(", ") }),
  ...(enabled ? {} : { off: '"enabled" is false' }),
});
