import type { Block } from "coxswain/view";
import { callSubject } from "./call-subject.ts";

/** Returns the text of a block that a search looks through, also of the part that is folded. */
export const blockText = (block: Block): string => {
  switch (block.kind) {
    case "user":
    case "text":
    case "reasoning":
    case "summary":
    case "notice":
      return block.text;
    case "call":
      return [block.tool, callSubject(block), block.diff ?? block.output].join("\n");
    case "provider":
      return [block.name, block.output ?? ""].join("\n");
    case "shell":
      return [block.command, block.output].join("\n");
    case "todos":
      return block.items.map(({ content }) => content).join("\n");
    case "task":
      return [block.task.name, block.task.description].join("\n");
    case "job":
      return block.job.command;
    case "custom":
      return block.text ?? "";
    case "run":
      return "";
  }
};
