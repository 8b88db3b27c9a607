import { ToolError } from "../loop/index.ts";
import { visibleText } from "./plain-text.ts";

/** Parses a URL that the model specified. @throws {ToolError} for invalid and rejected URLs */
export const parseWebUrl = (typed: string): URL => {
  if (!URL.canParse(typed)) throw new ToolError(`${shownUrl(typed)} is not a URL. Use one that begins with https://.`);
  const url = new URL(typed);
  assertWeb(url);
  url.hash = "";
  return url;
};

/** @throws {ToolError} */
export const assertWeb = (url: URL): void => {
  if (url.protocol !== "http:" && url.protocol !== "https:")
    throw new ToolError(`${shownUrl(url.href)} is not a web URL: use http or https.`);
  if (url.username !== "" || url.password !== "") throw new ToolError("URLs with a user name or password are rejected.");
  if (url.hostname === "") throw new ToolError(`${shownUrl(url.href)} has no host.`);
};

const LONGEST = 300;

/** Formats a URL on one line, shortened: it may come from a hostile page. */
export const shownUrl = (url: string): string => {
  const text = visibleText(url.slice(0, LONGEST)).replaceAll(/\s+/g, " ");
  return url.length > LONGEST ? `${text}…` : text;
};
