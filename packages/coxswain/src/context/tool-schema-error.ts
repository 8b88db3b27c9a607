import { CoxswainError } from "../base/index.ts";
/** Reports a tool whose arguments cannot be described to a model. */
export class ToolSchemaError extends CoxswainError {
  override readonly name = "ToolSchemaError";
  readonly code = "tool_schema";
  readonly tool: string;

  constructor(tool: string, problem: string, options: { readonly cause?: unknown } = {}) {
    super(`Tool "${tool}": ${problem}`, options);
    this.tool = tool;
  }
}
