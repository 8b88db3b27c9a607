import { field, listIn, textIn } from "./search-providers.ts";

/** Search results. */
export interface Found {
  readonly matches: readonly Match[];
  /** Messages of Sourcegraph about the search: skipped results and problems of the query. */
  readonly notes: readonly string[];
}

/** File, repository, commit or symbols, formatted for reading. */
export interface Match {
  readonly title: string;
  /** URL of the match. */
  readonly url: string;
  readonly lines: readonly string[];
}

/**
 * Parses a result stream.
 * @param site URL of the Sourcegraph instance, the prefix of all links
 */
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
      ...(all("done").length === 0 ? ["the search was incomplete"] : []),
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

/** Converts Sourcegraph's line numbers, which start at 0. */
const numbered = (from: unknown, text: string): readonly string[] =>
  text
    .replace(/\n$/, "")
    .split("\n")
    .map((line, index) => `${(typeof from === "number" ? from : 0) + index + 1}\t${line}`);

const chunkLines = (match: unknown): readonly string[] =>
  listIn(match, "chunkMatches").flatMap((chunk) => numbered(field(field(chunk, "contentStart"), "line"), textIn(chunk, "content")));

/** Reads matches of servers that do not support chunks. */
const matchedLines = (match: unknown): readonly string[] =>
  listIn(match, "lineMatches").flatMap((one) => numbered(field(one, "lineNumber"), textIn(one, "line")));

export interface StreamEvent {
  readonly type: string;
  /** Any JSON value. */
  readonly data: unknown;
}

/** Parses the events of a stream: two lines each, `event:` and `data:`. Skips truncated events and invalid JSON. */
const streamEvents = (stream: string): readonly StreamEvent[] =>
  stream.split(/\r?\n\r?\n/).flatMap((block) => {
    const lines = block.split(/\r?\n/);
    const valueOf = (name: string): string =>
      lines
        .find((line) => line.startsWith(`${name}:`))
        ?.slice(name.length + 1)
        .trim() ?? "";
    const [type, text] = [valueOf("event"), valueOf("data")];
    try {
      return type === "" ? [] : [{ type, data: JSON.parse(text) as unknown }];
    } catch {
      return [];
    }
  });
