import type { PermissionMode } from "coxswain";
import type { CommandHost } from "./commands/index.ts";
import type { DialogDesk } from "./dialog-desk.ts";
import type { PromptEditor } from "./editor/index.ts";
import type { ScreenSurface } from "./layout/index.ts";
import type { Prompting } from "./prompting.ts";
import { ReviewPage } from "./review/index.ts";
import type { ScreenOptions } from "./screen-options.ts";

export interface ScreenHostParts extends Pick<CommandHost, "mode" | "print" | "printAgain" | "leave"> {
  readonly surface: ScreenSurface;
  readonly desk: DialogDesk;
  readonly editor: PromptEditor;
  readonly prompting: Prompting;
  /** Called with another permission mode. */
  readonly setMode: (mode: PermissionMode) => void;
}

/** The part of a screen that commands use. */
export const screenHost = (
  { session, ownSession, workplace, themes, keys }: ScreenOptions,
  { surface, desk, editor, prompting, mode, setMode, print, printAgain, leave }: ScreenHostParts,
): CommandHost => ({
  get session() {
    return ownSession();
  },
  shown: session,
  workplace,
  keys,
  themes,
  mode,
  setMode,
  print,
  printAgain,
  show: (render) => surface.print(["", ...render({ width: surface.width }, themes.theme)]),
  choose: (choices) => desk.commands.choose(choices),
  read: (title, initial) => desk.commands.read(title, initial),
  review: (source) =>
    desk.commands.showPage<string>((onClose) => new ReviewPage({ source, keys, onClose, onChange: () => surface.request(true) })),
  draft: (text) => editor.set([editor.text, text].filter((part) => part.trim() !== "").join("\n\n")),
  submit: (text) => prompting.prompt(text),
  mayLeave: (next) => prompting.mayLeave(next),
  leave,
});
