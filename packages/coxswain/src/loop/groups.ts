import type { ToolCallPart } from "../model/index.ts";
import type { Tools } from "./ports.ts";

/** How many calls run at once at most. */
const WIDTH = 5;

/**
 * A response's calls as groups that run one after the other; the calls of a group run together. Only neighbours that
 * are both safe beside others share one, so that no reading is moved before a writing.
 */
export const groups = (calls: readonly ToolCallPart[], tools: Tools, execution: "sequential" | "parallel"): ToolCallPart[][] => {
  const together = (call: ToolCallPart): boolean => execution === "parallel" && tools.find(call.name)?.parallel === true;
  const result: ToolCallPart[][] = [];
  for (const call of calls) {
    const group = result.at(-1);
    if (group?.[0] !== undefined && group.length < WIDTH && together(group[0]) && together(call)) group.push(call);
    else result.push([call]);
  }
  return result;
};
