import { uncompact as takeBack } from "coxswain/session";
import { UsageError } from "../../argv/index.ts";
import type { SlashCommand } from "./slash-command.ts";

/** `/uncompact`: undoes the last compaction. */
export const uncompact: SlashCommand = {
  async run(session, words) {
    if (words !== "") throw new UsageError("/uncompact takes no arguments");
    if ((await takeBack(session)) === undefined) throw new UsageError("no compaction to undo in this session");
    return { answer: "Undid the last compaction." };
  },
};
