import { escapeText } from "../../output/index.ts";

/** SGR, ECMA-48: colors and other styles, which move nothing. */
// oxlint-disable-next-line no-control-regex -- matches a control sequence
const STYLE = /(\u001b\[[0-9;:]*m)/;

/** Escapes a line of a command of the user: styles remain, and all other control characters become codes. */
export const escapeStyledLine = (line: string): string =>
  line
    .split(STYLE)
    .map((piece, at) => (at % 2 === 1 ? piece : escapeText(piece).replaceAll(/\s/g, " ")))
    .join("")
    .trimEnd();
