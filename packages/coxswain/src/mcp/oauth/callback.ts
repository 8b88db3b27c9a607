/** Answer of an authorization server to a login, from the URL that it redirects the browser to. */
export type LoginCallback =
  | { readonly kind: "code"; readonly code: string; readonly iss: string | undefined }
  | { readonly kind: "error"; readonly error: string; readonly description: string | undefined; readonly iss: string | undefined };

/**
 * Reads an answer from the URL of the callback, or from a pasted part of it that contains the parameters. Returns
 * undefined if it does not belong to the login with this state: anyone may open the callback's URL.
 */
export const parseCallback = (text: string, state: string): LoginCallback | undefined => {
  // Terminals wrap a long URL, and copies of it contain the line ends.
  const url = text.replaceAll(/\s/g, "");
  const parameters = new URLSearchParams(url.slice(url.indexOf("?") + 1).split("#")[0]);
  if (parameters.get("state") !== state) return undefined;
  const iss = parameters.get("iss") ?? undefined;
  const code = parameters.get("code");
  const error = parameters.get("error");
  if (error !== null) return { kind: "error", error, description: parameters.get("error_description") ?? undefined, iss };
  return code === null || code === "" ? undefined : { kind: "code", code, iss };
};
