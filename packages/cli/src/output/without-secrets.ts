/** Texts that are shorter are shown not at all, as their beginning would be most of them. */
const SHORT = 12;
const BEGINNING = 4;

/** Of what may be a key, so much that its owner knows it again. */
export const hidden = (text: string): string => (text.length < SHORT ? "…" : `${text.slice(0, BEGINNING)}…`);

/** A name and a password before a host. */
const USER = /\/\/[^/\s]*@/g;

const NAME = String.raw`(?<![a-z])(?:[a-z0-9]+[-_])*(?:authorization|auth|apikey|key|token|secret|cookie|password)(?:[-_][\w-]*)?["']?`;
/** What stands behind a name of a key, as in `--api-key KEY`, `TOKEN=KEY` and `Authorization: Bearer KEY`; a variable is none. */
const NAMED = new RegExp(String.raw`((?:--${NAME}(?:=|\s+)|${NAME}(?:=|:\s+))["']?(?:(?:bearer|basic)\s+)?)([^\s"'&;,$][^\s"'&;,]*)`, "gi");

/** A text, as an address or a command, without what is a key by the place where it stands. */
export const withoutSecrets = (text: string): string =>
  text.replaceAll(USER, "//…@").replaceAll(NAMED, (_, before: string, key: string) => before + hidden(key));
