/**
 * Whether a tool is one that a rule names. To a person `edit` is the changing of files, whichever tool a model was trained on for it: it
 * names `apply_patch` too.
 */
export const isTool = (tool: string, named: string): boolean => tool === named || (named === "edit" && tool === "apply_patch");
