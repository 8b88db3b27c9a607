import { ToolError } from "../loop/index.ts";
import { seenText } from "./seen-text.ts";

/** An address of the web as a model gives it. @throws {ToolError} for what is none, or is not to be used */
export const webAddress = (given: string): URL => {
  if (!URL.canParse(given)) throw new ToolError(`${shownUrl(given)} is no URL. Give one that begins with https://.`);
  const url = new URL(given);
  assertWeb(url);
  url.hash = "";
  return url;
};

/** @throws {ToolError} */
export const assertWeb = (url: URL): void => {
  if (url.protocol !== "http:" && url.protocol !== "https:")
    throw new ToolError(`${shownUrl(url.href)} is not of the web: only http and https are.`);
  if (url.username !== "" || url.password !== "") throw new ToolError("A URL with a user or a password in it is not taken.");
  if (url.hostname === "") throw new ToolError(`${shownUrl(url.href)} names no host.`);
};

const LONGEST = 300;

/** On one line, and not longer than who reads it wants it: a stranger may have written it. */
export const shownUrl = (url: string): string => {
  const text = seenText(url.slice(0, LONGEST)).replaceAll(/\s+/g, " ");
  return url.length > LONGEST ? `${text}…` : text;
};
