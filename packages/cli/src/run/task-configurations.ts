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
export const taskConfigurations = (values: TaskValues, { env }: Pick<ProcessContext, "env">): TaskConfigurations => {
  let latest: { readonly cwd: string; readonly configuration: Promise<Configuration> } | undefined;
  return {
    of(cwd) {
      if (latest?.cwd !== cwd) {
        const flags = flagSettings(values);
        latest = { cwd, configuration: configure({ env, cwd, flags, baseURL: values["base-url"], trust: values.trust === true }) };
      }
      return latest.configuration;
    },
    changed() {
      latest = undefined;
    },
  };
};
