import type { PermissionMode, Session } from "coxswain";
import { SLASH_NAMES } from "../../commands/index.ts";
import { findMode, claudeMode } from "../../stream-json/index.ts";
import { type Fields, isFields, truncatedJson } from "../../program/index.ts";
import type { PreparedTask } from "../prepare-task.ts";

/** A rejected control request. The message gives the reason. */
class RejectedRequestError extends Error {
  override readonly name = "RejectedRequestError";
}

export interface ControlParts extends Pick<PreparedTask, "session" | "named" | "extensions"> {
  readonly changeMode: (mode: PermissionMode) => void;
}

/** Executes a control request and returns its response. Rejects if the request fails. */
export type Control = (request: Fields & { readonly subtype: string }) => Promise<object>;

export const control = ({ session, named, extensions, changeMode }: ControlParts): Control => {
  const initialModel = session.state.model;

  const initialize = (request: Fields): object => {
    const unsupported = UNSUPPORTED.filter((name) => isSet(request[name]));
    if (unsupported.length > 0)
      throw new RejectedRequestError(
        `cox does not support ${unsupported.join(", ")} in initialize: remove ${unsupported.length === 1 ? "it" : "them"}.`,
      );
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
    const mode = findMode(name);
    if (mode === undefined) throw new RejectedRequestError(`Unknown permission mode: ${truncatedJson(name)}.`);
    changeMode(mode);
    return { mode: claudeMode(mode) };
  };

  const setModel = async (name: unknown): Promise<object> => {
    if (name !== undefined && name !== null && typeof name !== "string")
      throw new RejectedRequestError("Invalid model: expected a string.");
    const isFirst = name === undefined || name === null || name === "default";
    await session.set({ model: isFirst ? initialModel : await named(name) });
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
        throw new RejectedRequestError(`Unknown control request: ${truncatedJson(request.subtype)}.`);
    }
  };
};

/** Fields of `initialize` that cox does not support. It rejects them, because the program would rely on them. */
const UNSUPPORTED = ["hooks", "sdkMcpServers", "agents", "jsonSchema", "systemPrompt", "appendSystemPrompt"];

const isSet = (value: unknown): boolean => {
  if (Array.isArray(value)) return value.some(isSet);
  return isFields(value) ? Object.keys(value).length > 0 : value !== undefined && value !== null && value !== "";
};

const modelObject = ({ state: { model } }: Session): object => ({ value: model, displayName: model, description: "" });
