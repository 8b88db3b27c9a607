import type { PermissionMode, Session } from "coxswain";
import { SLASH_NAMES } from "../../commands/index.ts";
import { findMode, claudeMode } from "../../stream-json/index.ts";
import { type Fields, isFields, truncatedJson } from "../../program/index.ts";
import type { PreparedTask } from "../prepare-task.ts";

/** A rejected control request. The message gives the reason. */
class RefusedError extends Error {
  override readonly name = "RefusedError";
}

export interface Controlled extends Pick<PreparedTask, "session" | "named" | "extensions"> {
  readonly changeMode: (mode: PermissionMode) => void;
}

/** Executes a control request and returns its response. Rejects if the request fails. */
export type Control = (request: Fields & { readonly subtype: string }) => Promise<object>;

export const control = ({ session, named, extensions, changeMode }: Controlled): Control => {
  const first = session.state.model;

  const initialize = (request: Fields): object => {
    const asked = UNKNOWN.filter((name) => isGiven(request[name]));
    if (asked.length > 0)
      throw new RefusedError(`cox does not support ${asked.join(", ")} in initialize: remove ${asked.length === 1 ? "it" : "them"}.`);
    const commands = [...SLASH_NAMES, ...(extensions?.commands.map(({ name }) => name) ?? [])];
    return {
      commands: commands.map((name) => ({ name, description: "", argumentHint: "" })),
      agents: [],
      output_style: "default",
      available_output_styles: ["default"],
      models: [modelObject(session)],
      account: {},
    };
  };

  const setMode = (name: unknown): object => {
    const wanted = findMode(name);
    if (wanted === undefined) throw new RefusedError(`Unknown permission mode: ${truncatedJson(name)}.`);
    changeMode(wanted);
    return { mode: claudeMode(wanted) };
  };

  const setModel = async (name: unknown): Promise<object> => {
    if (name !== undefined && name !== null && typeof name !== "string") throw new RefusedError("Invalid model: expected a string.");
    const isFirst = name === undefined || name === null || name === "default";
    await session.set({ model: isFirst ? first : await named(name) });
    return { model: session.state.model };
  };

  return async (request) => {
    switch (request.subtype) {
      case "initialize":
        return initialize(request);
      case "interrupt":
        session.abort("Interrupted by the client.");
        return {};
      case "set_permission_mode":
        return setMode(request["mode"]);
      case "set_model":
        return setModel(request["model"]);
      default:
        throw new RefusedError(`Unknown control request: ${truncatedJson(request.subtype)}.`);
    }
  };
};

/** Fields of `initialize` that cox does not support. It rejects them, because the program would rely on them. */
const UNKNOWN = ["hooks", "sdkMcpServers", "agents", "jsonSchema", "systemPrompt", "appendSystemPrompt"];

const isGiven = (value: unknown): boolean => {
  if (Array.isArray(value)) return value.some(isGiven);
  return isFields(value) ? Object.keys(value).length > 0 : value !== undefined && value !== null && value !== "";
};

const modelObject = ({ state: { model } }: Session): object => ({ value: model, displayName: model, description: "" });
