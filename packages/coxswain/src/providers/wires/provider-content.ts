import { asRecord, type UnknownRecord } from "../../base/index.ts";
import type { ProviderPart, StreamPart } from "../../model/index.ts";
import { maybeText } from "./fields.ts";

/** Content of a provider, as its reader understands it. */
export interface ProviderContent extends Pick<ProviderPart, "name"> {
  readonly id?: unknown;
  readonly input?: unknown;
  /** Any JSON value; its readable strings are shown. */
  readonly output?: unknown;
  readonly failed?: boolean;
}

/** Returns the stream part of content that goes back to the provider under `key`. */
export const providerPart = ({ name, id, input, output, failed }: ProviderContent, key: string, data: UnknownRecord): StreamPart => {
  const called = maybeText(id) ?? "";
  return {
    type: "provider",
    part: {
      type: "provider",
      name,
      ...(called === "" ? {} : { id: called }),
      ...(input == null ? {} : { input }),
      ...(output == null ? {} : { output: readable(output) }),
      ...(failed === true ? { isError: true } : {}),
      providerData: { [key]: data },
    },
  };
};

/** Characters of a result that are shown. The whole result is in the provider's content. */
const LONGEST = 4_000;

/** Returns the strings of a result that people can read, one per line. */
const readable = (output: unknown): string => {
  const lines: string[] = [];
  collect(output, "text", lines);
  const text = lines.join("\n");
  return text.length > LONGEST ? `${text.slice(0, LONGEST).toWellFormed()}…` : text;
};

const collect = (value: unknown, key: string, lines: string[]): void => {
  if (typeof value === "string" || typeof value === "number") {
    if (READABLE.has(key) && value !== "") lines.push(String(value));
  } else if (Array.isArray(value)) {
    for (const item of value) collect(item, key, lines);
  } else {
    for (const [name, inner] of Object.entries(asRecord(value))) collect(inner, name, lines);
  }
};

/** Fields with text for people. Others hold types, ids, positions, bytes and encrypted content. */
const READABLE: ReadonlySet<string> = new Set(
  "text title url uri content output stdout stderr logs lines tool_name file_id filename error message error_code error_message".split(" "),
);
