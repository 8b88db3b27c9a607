import { standardSchema, type Tool } from "coxswain";

/** A tool that takes any arguments: what matters is when it runs and what it does. */
export const anyInputTool = (name: string, more: Partial<Tool> & Pick<Tool, "execute" | "effect">): Tool => ({
  name,
  description: name,
  inputSchema: standardSchema((value) => ({ value }), { type: "object" }),
  ...more,
});
