import { resolve } from "node:path";
import { type Configuration, configure, flagSettings } from "../configuration/index.ts";
import type { ProcessContext } from "../process/index.ts";
import type { TaskValues } from "./task-values.ts";

/** The configuration of a task by its folder. */
export interface TaskConfigurations {
  /** Reads the configuration of a folder, once. @throws {SettingsError} */
  of(cwd: string): Promise<Configuration>;
  /** Reads it again at the next call of `of`: the user has changed it. */
  changed(): void;
}

/** `--trust` trusts the projects of the folders whose configuration is read. */
export const taskConfigurations = (values: TaskValues, { env, cwd: from }: Pick<ProcessContext, "env" | "cwd">): TaskConfigurations => {
  let latest: { readonly cwd: string; readonly configuration: Promise<Configuration> } | undefined;
  return {
    of(cwd) {
      if (latest?.cwd !== cwd) {
        const options = { flags: flagSettings(values), baseURL: values["base-url"], trust: values.trust === true };
        const mcpFiles = (values["mcp-config"] ?? []).map((path) => resolve(from, path));
        latest = { cwd, configuration: configure({ env, cwd, ...options, mcpFiles }) };
      }
      return latest.configuration;
    },
    changed() {
      latest = undefined;
    },
  };
};
