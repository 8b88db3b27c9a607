import { nearestName } from "coxswain/settings";
import { type Color, COLOR_NAMES, type ColorDepth, colorParameters, parseColor } from "./color.ts";
import type { Style } from "./theme.ts";

/** A style as its file describes it. */
export interface StyleSpec {
  readonly attributes: readonly Attribute[];
  readonly color?: Color;
  readonly background?: Color;
}

type Attribute = keyof typeof ATTRIBUTES;

/** Parameters of SGR, ECMA-48: on and off. */
const ATTRIBUTES = {
  bold: ["1", "22"],
  dim: ["2", "22"],
  italic: ["3", "23"],
  underline: ["4", "24"],
  inverse: ["7", "27"],
  struck: ["9", "29"],
} as const;

/** Parses words such as `bold #ff8800 on black`, or `plain`. Returns the fault of a word that is neither. */
export const parseStyle = (text: string): { readonly style: StyleSpec } | { readonly fault: string } => {
  const attributes: Attribute[] = [];
  const colors: { color?: Color; background?: Color } = {};
  let target: "color" | "background" = "color";
  for (const word of text.trim().toLowerCase().split(/\s+/)) {
    const color = parseColor(word);
    if (color !== undefined) colors[target] = color;
    else if (isAttribute(word)) attributes.push(word);
    else if (word === "on") target = "background";
    else if (word !== "plain") return { fault: wordFault(word) };
  }
  return { style: { attributes, ...colors } };
};

const isAttribute = (word: string): word is Attribute => Object.hasOwn(ATTRIBUTES, word);

const wordFault = (word: string): string => {
  const near = nearestName(word, [...Object.keys(ATTRIBUTES), ...COLOR_NAMES, "plain"]);
  const hint = near === undefined ? "; write a name such as bright-green, a number from 0 to 255, or #rrggbb" : `; did you mean ${near}?`;
  return `no color or style ${JSON.stringify(word)}${hint}`;
};

/** The end of a style: SGR that begins with a parameter that turns something off. */
// oxlint-disable-next-line no-control-regex -- matches a control sequence
const ENDS = /\u001b\[(?:2[2-9]|39|49)[\d;]*m/g;

/** Returns the function that styles a string so. Without colors only the attributes remain. */
export const styleOf = ({ attributes, color, background }: StyleSpec, depth: ColorDepth): Style => {
  const front = color && colorParameters(color, depth, "foreground");
  const back = background && colorParameters(background, depth, "background");
  const on = [
    ...attributes.map((name) => ATTRIBUTES[name][0]),
    ...(front === undefined ? [] : [front]),
    ...(back === undefined ? [] : [back]),
  ];
  const off = [
    ...attributes.map((name) => ATTRIBUTES[name][1]),
    ...(front === undefined ? [] : ["39"]),
    ...(back === undefined ? [] : ["49"]),
  ];
  if (on.length === 0) return (text) => text;
  const [before, after] = [`\u001b[${on.join(";")}m`, `\u001b[${[...new Set(off)].join(";")}m`];
  // An inner style ends with the terminal's usual style: the outer one begins again.
  const resumed = (text: string): string => (text.includes("\u001b") ? text.replaceAll(ENDS, (end) => end + before) : text);
  return (text) => (text === "" ? "" : before + resumed(text) + after);
};
