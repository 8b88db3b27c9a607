import { uncompact as takeBack } from "coxswain/session";
import { UsageError } from "../../argv/index.ts";
import type { SlashCommand } from "./slash-command.ts";

/** `/uncompact`: what the last compaction summarised is told again. */
export const uncompact: SlashCommand = {
  async run(session, words) {
    if (words !== "") throw new UsageError("/uncompact takes no words");
    if ((await takeBack(session)) === undefined) throw new UsageError("there is no compaction to take back in this session");
    return { answer: "The last compaction is taken back." };
  },
};
