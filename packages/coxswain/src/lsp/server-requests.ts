import { pathToFileURL } from "node:url";
import { asRecord } from "../base/index.ts";
import type { ServerCommand } from "./server-command.ts";

/** Capabilities of this client. Positions count units of UTF-16, as by default. */
export const CAPABILITIES = {
  workspace: {
    configuration: true,
    workspaceFolders: true,
    didChangeConfiguration: {},
    didChangeWatchedFiles: { dynamicRegistration: true },
    symbol: {},
    workspaceEdit: { documentChanges: true },
  },
  textDocument: {
    synchronization: { didSave: true },
    publishDiagnostics: { versionSupport: true },
    diagnostic: { dynamicRegistration: true },
    definition: { linkSupport: true },
    references: {},
    documentSymbol: { hierarchicalDocumentSymbolSupport: true },
    rename: {},
  },
};

export interface ServerRequestOptions {
  /** Absolute path of the folder. */
  readonly root: string;
  readonly command: ServerCommand;
  /** Called when the server registers a method at run time. */
  readonly registered: (method: string) => void;
}

/** The folder as the protocol names it. */
export const workspaceFolders = (root: string) => [{ uri: pathToFileURL(root).href, name: "workspace" }];

/** Answers a request of a server. Undefined: the method is unknown. Edits are refused, and dialogs are dismissed. */
export const answerServer = (
  method: string,
  params: unknown,
  { root, command, registered }: ServerRequestOptions,
): { readonly result: unknown } | undefined => {
  switch (method) {
    case "workspace/configuration":
      return { result: list(asRecord(params)["items"]).map((item) => command.settings[String(asRecord(item)["section"])] ?? null) };
    case "workspace/workspaceFolders":
      return { result: workspaceFolders(root) };
    case "client/registerCapability":
      for (const one of list(asRecord(params)["registrations"])) registered(String(asRecord(one)["method"]));
      return { result: null };
    case "workspace/applyEdit":
      return { result: { applied: false } };
    case "window/showDocument":
      return { result: { success: false } };
    default:
      return method.startsWith("window/") || method.endsWith("/refresh") || method === "client/unregisterCapability"
        ? { result: null }
        : undefined;
  }
};

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
