import { join } from "node:path";
import type { TestContext } from "node:test";
import { allowAll, createRuntime, fixedModels, memoryStore, type RuntimeOptions, scriptedModel, type Session, textOf } from "coxswain";
import { loadExtensions } from "coxswain/extensions";
import { type Script } from "coxswain/providers";
import { isMessage } from "coxswain/session";
import { builtinTools, nodeWorkspace } from "coxswain/tools";
import { temporaryFolder } from "./temporary-folder.ts";

/** Opens a session in a temporary folder with the built-in tools, an example extension and a scripted model. */
export const openExample = async (t: TestContext, name: string, script: Script, options: Partial<RuntimeOptions> = {}) => {
  const warnings: string[] = [];
  const file = join(import.meta.dirname, "..", "..", "examples", "extensions", `${name}.ts`);
  const extensions = await loadExtensions({ sources: [{ file }], warn: (line) => void warnings.push(line) });
  const model = scriptedModel(script);
  const folder = temporaryFolder(t);
  const runtime = createRuntime({
    store: memoryStore(),
    models: fixedModels(model),
    tools: builtinTools(),
    policy: allowAll(),
    workspace: (root) => nodeWorkspace({ root }),
    extensions,
    ...options,
  });
  t.after(async () => {
    await runtime.close();
    await extensions.close();
  });
  const session = await runtime.create({ cwd: folder, model: model.info.reference });
  return { session, runtime, extensions, model, folder, warnings };
};

/** Results of the tools in order. An error is prefixed with its reason. */
export const toolResults = (session: Session): readonly string[] =>
  session.entries
    .filter(isMessage)
    .flatMap(({ message }) =>
      message.role === "tool" ? [`${message.isError ? `!${message.reason ?? "error"} ` : ""}${textOf(message)}`] : [],
    );
