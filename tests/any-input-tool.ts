import type { Tool } from "coxswain";

/** A tool that takes any arguments: what matters is when it runs and what it does. */
export const anyInputTool = (name: string, more: Partial<Tool> & Pick<Tool, "execute" | "effect">): Tool => ({
  name,
  description: name,
  input: { "~standard": { version: 1, vendor: "tests", validate: (value) => ({ value }) } },
  inputSchema: { type: "object" },
  ...more,
});
