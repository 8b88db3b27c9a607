import { isBelow } from "../../workspace/index.ts";
import type { Gate, PermissionRequest } from "../../loop/index.ts";

/** A gate for which these folders lie inside, where something is to be read: whoever is told of them may look into them. */
export const readingFolders = (gate: Gate, folders: readonly string[]): Gate => {
  const judged = (request: PermissionRequest): PermissionRequest =>
    request.effect === "read" && request.inside === false && folders.some((folder) => isBelow(folder, request.subject))
      ? { ...request, inside: true }
      : request;
  return folders.length === 0 ? gate : { check: (call, requests, ...rest) => gate.check(call, requests.map(judged), ...rest) };
};
