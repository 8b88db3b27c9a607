import { toolSpecs } from "../../context/index.ts";
import { isStandardSchema, type Tool } from "../../loop/index.ts";
import { schemaProblem } from "../../output/index.ts";
import { checkFields } from "./check-fields.ts";
import { ExtensionError } from "./errors.ts";

/** Tool that an extension provides. */
export interface ExtensionTool<In = unknown> extends Tool<In> {
  /**
   * If true, it replaces the program's tool of the same name. Default: false, and the program's tool takes precedence.
   */
  readonly replace?: boolean;
}

/** Runs code on behalf of the extension. */
export type Inside = <Value>(work: () => Value) => Value;

/**
 * Wraps a tool for the loop, so that its functions run on behalf of the extension. All other properties are preserved;
 * the tool may be an instance of a class.
 */
export const toolOf = <In>(tool: ExtensionTool<In>, inside: Inside = (work) => work()): Tool<In> => {
  const requests: Pick<Tool<In>, "permissionRequests"> = tool.permissionRequests === undefined
    ? {}
    : { permissionRequests: (input, context) => inside(() => tool.permissionRequests?.(input, context) ?? []) };
  const execute: Tool<In>["execute"] = (input, context) => inside(() => tool.execute(input, context));
  return Object.assign(Object.create(tool) as Tool<In>, requests, { execute });
};

/**
 * Rejects a tool that could not be described to a model, which would fail every run.
 * @throws {ExtensionError}
 */
export const checkTool = (tool: ExtensionTool): void => {
  const { name, description, inputSchema, effect } = tool;
  if (typeof name !== "string" || !NAME.test(name)) throw new ExtensionError(`${JSON.stringify(name)} is not a valid name for a tool.`);
  if (typeof description !== "string" || description.trim() === "") throw new ExtensionError(`The tool ${name} has no description.`);
  if (typeof inputSchema !== "object" || inputSchema === null) throw new ExtensionError(`The tool ${name} has no inputSchema.`);
  if (typeof tool.execute !== "function") throw new ExtensionError(`The tool ${name} has no execute.`);
  checkFields(
    `tool ${name}`,
    { ...tool, effect: effect ?? null },
    { effect: "an effect", parallel: "a boolean", changesFiles: "a boolean", replace: "a boolean", replay: "a string" },
  );
  const problem = isStandardSchema(inputSchema) ? undefined : schemaProblem(inputSchema);
  if (problem !== undefined) throw new ExtensionError(`The input schema of the tool ${name} is not a valid JSON Schema: ${problem}`);
  toolSpecs()([toolOf(tool)]);
};

const NAME = /^[A-Za-z0-9_-]{1,64}$/;
