import type { StandardSchemaV1 } from "@standard-schema/spec";
import { toolSpecs } from "../../context/index.ts";
import { type JsonSchema, type PermissionRequest, textResult, type Tool, type ToolContext, type ToolResult } from "../../loop/index.ts";
import { answerJudge, schemaProblem } from "../../output/index.ts";
import { checkFields } from "./check-fields.ts";
import { ExtensionError } from "./errors.ts";

/** A tool as an extension gives it, which needs no library for that. */
export interface ExtensionTool<In = unknown> extends Omit<Tool<In>, "input" | "inputSchema" | "permissionRequests" | "execute"> {
  /** Judges the arguments: a schema of a library as zod, or JSON Schema of type `object`. */
  readonly input: StandardSchemaV1<unknown, In> | JsonSchema;
  /** What the model is shown of the arguments, where a library's schema cannot say it in JSON Schema. */
  readonly inputSchema?: JsonSchema;
  /** Whether it takes the place of a tool of the program's own that has its name; else that one stays. Default: false. */
  readonly replace?: boolean;
  /**
   * What has to be allowed before it runs, as `tool.permissionRequests`. Default: the whole call, unless the tool only reads; so one that nobody has
   * to allow says that it needs nothing.
   */
  permissionRequests?(input: In, context: ToolContext): readonly PermissionRequest[] | Promise<readonly PermissionRequest[]>;
  /** A text is the result as it is. Throwing makes an error result of the error's message. */
  execute(input: In, context: ToolContext): Promise<ToolResult | string>;
}

/** Does what is the extension's. */
export type Inside = <Value>(work: () => Value) => Value;

/** The same as the loop knows it. */
export const toolOf = <In>(given: ExtensionTool<In>, inside: Inside = (work) => work()): Tool<In> => {
  const { input } = given;
  const judged: Pick<Tool<In>, "input" | "inputSchema"> = isStandard(input)
    ? { input }
    : { input: judgedBy<In>(input), inputSchema: input };
  // What the tool has and is besides, it stays: it may be an object of a class.
  const asked: Pick<Tool<In>, "permissionRequests"> = given.permissionRequests === undefined
    ? {}
    : { permissionRequests: (value, context) => inside(() => given.permissionRequests?.(value, context) ?? []) };
  return Object.assign(Object.create(given) as Tool<In>, judged, asked, {
    async execute(value: In, context: ToolContext): Promise<ToolResult> {
      const result = await inside(() => given.execute(value, context));
      if (typeof result === "string") return textResult(result);
      if (isResult(result)) return result;
      throw new ExtensionError(`The tool ${given.name} gave no result: that is a text, or { content } with a list of texts and images.`);
    },
  });
};

/** What the log could not be read with afterwards is none, where no compiler saw it. */
const isResult = (result: unknown): result is ToolResult => {
  if (typeof result !== "object" || result === null) return false;
  const { content, isError }: { readonly content?: unknown; readonly isError?: unknown } = result;
  return Array.isArray(content) && content.every(isPart) && (isError === undefined || typeof isError === "boolean");
};

const isPart = (part: unknown): boolean => {
  if (typeof part !== "object" || part === null) return false;
  const { type, text, mediaType, data }: Readonly<Record<string, unknown>> = { ...part };
  return type === "text" ? typeof text === "string" : type === "image" && typeof mediaType === "string" && typeof data === "string";
};

const isStandard = <In>(input: ExtensionTool<In>["input"]): input is StandardSchemaV1<unknown, In> => "~standard" in input;

/** What fits the JSON Schema is what the tool's author says it is. */
const judgedBy = <In>(schema: JsonSchema): StandardSchemaV1<unknown, In> => {
  let judge: ReturnType<typeof answerJudge> | undefined;
  return {
    "~standard": {
      version: 1,
      vendor: "coxswain",
      async validate(value) {
        const problems = (await (judge ??= answerJudge(schema)))(value);
        return problems.length === 0 ? { value: value as In } : { issues: problems.map((message) => ({ message })) };
      },
    },
  };
};

/** A model could not be told of a tool otherwise, and each run would end with that. @throws {ExtensionError} */
export const checkTool = (tool: ExtensionTool): void => {
  const { name, description, input, effect } = tool;
  if (typeof name !== "string" || !NAME.test(name)) throw new ExtensionError(`${JSON.stringify(name)} is no name for a tool.`);
  if (typeof description !== "string" || description.trim() === "") throw new ExtensionError(`The tool ${name} has no description.`);
  if (typeof input !== "object" || input === null) throw new ExtensionError(`The tool ${name} has no input.`);
  if (typeof tool.execute !== "function") throw new ExtensionError(`The tool ${name} has no execute.`);
  checkFields(
    `tool ${name}`,
    { ...tool, effect: effect ?? null },
    { effect: "effect", parallel: "switch", replace: "switch", replay: "text" },
  );
  const problem = isStandard(input) ? undefined : schemaProblem(input);
  if (problem !== undefined) throw new ExtensionError(`The input of the tool ${name} is no JSON Schema: ${problem}`);
  toolSpecs()([toolOf(tool)]);
};

const NAME = /^[A-Za-z0-9_-]{1,64}$/;
