import { ToolError } from "../../loop/index.ts";

/** An address of the web as a model gives it. @throws {ToolError} for what is none, or is not to be used */
export const webAddress = (given: string): URL => {
  if (!URL.canParse(given)) throw new ToolError(`${given} is no URL. Give one that begins with https://.`);
  const url = new URL(given);
  assertWeb(url);
  url.hash = "";
  return url;
};

/** @throws {ToolError} */
export const assertWeb = (url: URL): void => {
  if (url.protocol !== "http:" && url.protocol !== "https:") throw new ToolError(`${url.href} is not of the web: only http and https are.`);
  if (url.username !== "" || url.password !== "") throw new ToolError("A URL with a user or a password in it is not taken.");
  if (url.hostname === "") throw new ToolError(`${url.href} names no host.`);
};
