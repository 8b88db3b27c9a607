import { field, listIn, textIn } from "../search/index.ts";
import { streamEvents } from "./stream-events.ts";

/** What a search has brought. */
export interface Found {
  readonly matches: readonly Match[];
  /** What Sourcegraph says about the search: what was skipped, and what is wrong with the query. */
  readonly notes: readonly string[];
}

/** A file, a repository, a commit or symbols, for a person to read. */
export interface Match {
  readonly title: string;
  /** Where it can be seen. */
  readonly url: string;
  readonly lines: readonly string[];
}

/** @param site the Sourcegraph's address, which links begin with */
export const foundIn = (stream: string, site: string): Found => {
  const events = streamEvents(stream);
  const all = (type: string): readonly unknown[] => events.filter((event) => event.type === type).map(({ data }) => data);
  const progress = all("progress").at(-1);
  return {
    matches: all("matches").flatMap((data) => (Array.isArray(data) ? data.map((one) => matchOf(one, site.replace(/\/$/, ""))) : [])),
    notes: [
      ...all("alert").map((alert) => [textIn(alert, "title"), textIn(alert, "description")].filter((part) => part !== "").join(": ")),
      ...all("error").map((error) => textIn(error, "message")),
      ...listIn(progress, "skipped").map((one) => textIn(one, "title")),
      ...(all("done").length === 0 ? ["the search was not over"] : []),
    ].filter((note) => note !== ""),
  };
};

const matchOf = (match: unknown, site: string): Match => {
  const [type, repository, path, commit] = ["type", "repository", "path", "commit"].map((name) => textIn(match, name));
  const at = commit === "" || commit === undefined ? "" : `@${commit}`;
  const file = `${site}/${repository}${at}/-/blob/${path}`;
  switch (type) {
    case "content":
      return { title: `${repository} ${path}`, url: file, lines: [...chunkLines(match), ...matchedLines(match)] };
    case "symbol":
      return {
        title: `${repository} ${path}`,
        url: file,
        lines: listIn(match, "symbols").map((one) => `${textIn(one, "kind").toLowerCase()} ${textIn(one, "name")}`),
      };
    case "commit": {
      const [first = ""] = textIn(match, "message").split("\n");
      return { title: `${repository} ${first}`, url: `${site}${textIn(match, "url")}`, lines: textIn(match, "content").split("\n") };
    }
    case "repo":
      return { title: repository ?? "", url: `${site}/${repository}`, lines: [textIn(match, "description")].filter((line) => line !== "") };
    default:
      return {
        title: [repository, path].filter((part) => part !== "").join(" ") || String(type),
        url: path === "" ? site : file,
        lines: [],
      };
  }
};

/** Lines of Sourcegraph are counted from 0. */
const numbered = (from: unknown, text: string): readonly string[] =>
  text
    .replace(/\n$/, "")
    .split("\n")
    .map((line, index) => `${(typeof from === "number" ? from : 0) + index + 1}\t${line}`);

const chunkLines = (match: unknown): readonly string[] =>
  listIn(match, "chunkMatches").flatMap((chunk) => numbered(field(field(chunk, "contentStart"), "line"), textIn(chunk, "content")));

/** What servers send that know no chunks. */
const matchedLines = (match: unknown): readonly string[] =>
  listIn(match, "lineMatches").flatMap((one) => numbered(field(one, "lineNumber"), textIn(one, "line")));
