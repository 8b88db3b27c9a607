import { toolSpecs } from "../../context/index.ts";
import { isStandardSchema, type Tool } from "../../loop/index.ts";
import { schemaProblem } from "../../output/index.ts";
import { checkFields } from "./check-fields.ts";
import { ExtensionError } from "./errors.ts";

/** A tool that an extension brings. */
export interface ExtensionTool<In = unknown> extends Tool<In> {
  /** Whether it replaces a tool of the program that has its name; else that one stays. Default: false. */
  readonly replace?: boolean;
}

/** Runs the extension's code. */
export type Inside = <Value>(work: () => Value) => Value;

/** The tool for the loop: its functions run as the extension's code. It keeps all other properties; it may be an instance of a class. */
export const toolOf = <In>(tool: ExtensionTool<In>, inside: Inside = (work) => work()): Tool<In> => {
  const requests: Pick<Tool<In>, "permissionRequests"> = tool.permissionRequests === undefined
    ? {}
    : { permissionRequests: (input, context) => inside(() => tool.permissionRequests?.(input, context) ?? []) };
  const execute: Tool<In>["execute"] = (input, context) => inside(() => tool.execute(input, context));
  return Object.assign(Object.create(tool) as Tool<In>, requests, { execute });
};

/** A model could not be told of a tool otherwise, and each run would end with that. @throws {ExtensionError} */
export const checkTool = (tool: ExtensionTool): void => {
  const { name, description, inputSchema, effect } = tool;
  if (typeof name !== "string" || !NAME.test(name)) throw new ExtensionError(`${JSON.stringify(name)} is no name for a tool.`);
  if (typeof description !== "string" || description.trim() === "") throw new ExtensionError(`The tool ${name} has no description.`);
  if (typeof inputSchema !== "object" || inputSchema === null) throw new ExtensionError(`The tool ${name} has no inputSchema.`);
  if (typeof tool.execute !== "function") throw new ExtensionError(`The tool ${name} has no execute.`);
  checkFields(
    `tool ${name}`,
    { ...tool, effect: effect ?? null },
    { effect: "effect", parallel: "switch", replace: "switch", replay: "text" },
  );
  const problem = isStandardSchema(inputSchema) ? undefined : schemaProblem(inputSchema);
  if (problem !== undefined) throw new ExtensionError(`The input of the tool ${name} is no JSON Schema: ${problem}`);
  toolSpecs()([toolOf(tool)]);
};

const NAME = /^[A-Za-z0-9_-]{1,64}$/;
