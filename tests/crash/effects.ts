import { appendFileSync } from "node:fs";
import { defineTool, type Effect, textResult, type Tool } from "coxswain";
import { z } from "zod";

/** Tools of each kind. When one runs, it appends a line with its name and its step to a file. */
export const effectTools = (file: string): readonly Tool[] => {
  const tool = (name: string, effect: Effect, options: Pick<Tool, "replay" | "parallel"> = {}): Tool =>
    defineTool({
      name,
      description: `Does a step of ${name}.`,
      inputSchema: z.object({ step: z.number() }),
      effect,
      ...options,
      execute: async ({ step }) => {
        appendFileSync(file, `${name} ${step}\n`);
        return textResult(`${name} ${step} is done.`);
      },
    });
  return [
    tool("look", "read", { replay: "safe", parallel: true }),
    tool("fetch", "network", { replay: "safe" }),
    tool("write", "write"),
    tool("execute", "execute", { replay: "never" }),
  ];
};
