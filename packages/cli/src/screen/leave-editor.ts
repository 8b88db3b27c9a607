import type { Next } from "./commands/index.ts";
import type { PromptEditor } from "./editor/index.ts";

/** Returns the next step with the text of the editor for its screen. At an exit, the editor saves its text as a draft. */
export const leaveEditor = async (next: Next, editor: Pick<PromptEditor, "portableText" | "set" | "close">): Promise<Next> => {
  if (next.kind === "exit") {
    await editor.close();
    return next;
  }
  const texts = [next.draft ?? "", editor.portableText].filter((text) => text.trim() !== "");
  // The next screen saves it.
  editor.set("");
  await editor.close();
  return texts.length === 0 ? next : { ...next, draft: texts.join("\n") };
};
