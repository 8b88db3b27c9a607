import type { HookSettings } from "../settings/index.ts";
import { shellHook } from "./shell-hook.ts";
import type { Hook } from "./hook.ts";

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

/** Hook in a file, with its description for users. */
export interface FoundHook {
  readonly hook: Hook;
  /** The file that contains it. */
  readonly source: string;
  readonly command: string;
  /** Tools that it applies to, as written in the file; absent: all tools, or an event without a tool. */
  readonly tools?: string;
  /** Reason why it is disabled; absent: it is enabled. */
  readonly off?: string;
}
