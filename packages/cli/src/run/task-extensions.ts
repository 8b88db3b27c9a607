import { resolve } from "node:path";
import type { Extensions, Workspace } from "coxswain";
import { UsageError } from "../argv/index.ts";
import { type BesidesResources, type Configuration, configuredExtensions, NAMED } from "../configuration/index.ts";
import type { DebugLog } from "../debug/index.ts";
import type { Tell } from "./task-model.ts";
import type { TaskValues } from "./task-values.ts";

/**
 * The extensions of a task. One that the command line names has to be there: a task without it is another one.
 * @throws {UsageError}
 */
export const taskExtensions = async (
  configuration: Configuration,
  values: TaskValues,
  cwd: string,
  { tell, debug }: { readonly tell: Tell; readonly debug: DebugLog | undefined },
): Promise<Extensions | undefined> => {
  const named = (values.extension ?? []).map((path) => resolve(cwd, path));
  const extensions = await configuredExtensions(
    configuration,
    { named, own: values["no-extensions"] !== true },
    { warn: tell, log: (line) => debug?.note("extension", { line }) },
  );
  const missing = extensions?.leftOut.find(({ origin }) => origin === NAMED);
  if (missing === undefined) return extensions;
  await extensions?.close();
  throw new UsageError(`the extension ${missing.place} cannot be used: ${missing.reason}`);
};

/** The names of what extensions bring to a session in a workspace. */
export const broughtNames = (extensions: Extensions | undefined, workspace: () => Workspace): Required<BesidesResources> => ({
  tools: extensions?.toolsFor(workspace()).map(({ name }) => name) ?? [],
  commands: extensions?.commands.map(({ name }) => name) ?? [],
});
