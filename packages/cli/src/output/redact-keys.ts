/** Strings shorter than this are hidden completely. */
const SHORT_LENGTH = 12;
const PREFIX_LENGTH = 4;

/** Shows only the beginning of a possible key, for its owner to recognize. */
export const redactKey = (text: string): string => (text.length < SHORT_LENGTH ? "…" : `${text.slice(0, PREFIX_LENGTH)}…`);

/** User name and password in a URL. */
const USER = /\/\/[^/\s]*@/g;

const NAME = String.raw`(?<![a-z])(?:[a-z0-9]+[-_])*(?:authorization|auth|apikey|key|token|secret|cookie|password)(?:[-_][\w-]*)?["']?`;
/**
 * Value after the name of a key, as in `--api-key KEY`, `TOKEN=KEY` and `Authorization: Bearer KEY`, except
 * `$VARIABLE`.
 */
const NAMED = new RegExp(String.raw`((?:--${NAME}(?:=|\s+)|${NAME}(?:=|:\s+))["']?(?:(?:bearer|basic)\s+)?)([^\s"'&;,$][^\s"'&;,]*)`, "gi");

/** Hides keys in a URL or a command, recognized by the name before them. */
export const redactKeys = (text: string): string =>
  text.replaceAll(USER, "//…@").replaceAll(NAMED, (_, before: string, key: string) => before + redactKey(key));
