/** A color: one of the terminal's palette (0 to 255), or red, green and blue (0 to 255 each). */
export type Color = { readonly kind: "palette"; readonly index: number } | { readonly kind: "rgb"; readonly rgb: Rgb };

export type Rgb = readonly [red: number, green: number, blue: number];

/** Colors that a terminal shows. `none`: the user wants none, or it shows none. */
export type ColorDepth = "none" | "16" | "256" | "full";

const NAMES = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"];
/** Names of the palette's first 16 colors, in its order. */
export const COLOR_NAMES: readonly string[] = [...NAMES, ...NAMES.map((name) => `bright-${name}`)];

/** Parses `green`, `bright-green`, a number of the palette, or `#rrggbb`. Returns undefined for other text. */
export const parseColor = (text: string): Color | undefined => {
  const named = text === "gray" || text === "grey" ? 8 : COLOR_NAMES.indexOf(text);
  if (named >= 0) return { kind: "palette", index: named };
  if (/^\d{1,3}$/.test(text) && Number(text) < 256) return { kind: "palette", index: Number(text) };
  const digits = /^#([0-9a-f]{6})$/i.exec(text)?.[1];
  if (digits === undefined) return undefined;
  const channel = (at: number): number => Number.parseInt(digits.slice(at, at + 2), 16);
  return { kind: "rgb", rgb: [channel(0), channel(2), channel(4)] };
};

/** Returns the parameters of SGR that select a color, in the nearest form that the terminal shows. Undefined for no colors. */
export const colorParameters = (color: Color, depth: ColorDepth, on: "foreground" | "background"): string | undefined => {
  if (depth === "none") return undefined;
  const base = on === "foreground" ? 30 : 40;
  if (color.kind === "rgb" && depth === "full") return `${base + 8};2;${color.rgb.join(";")}`;
  const index = color.kind === "palette" ? color.index : nearestIndex(color.rgb, CUBE_START, 256);
  if (index < 16) return basic(index, base);
  if (depth === "16") return basic(nearestIndex(color.kind === "rgb" ? color.rgb : paletteRgb(index), 0, 16), base);
  return `${base + 8};5;${index}`;
};

const basic = (index: number, base: number): string => String(index < 8 ? base + index : base + 60 + index - 8);

/** The first index whose color is the same in all terminals. */
const CUBE_START = 16;
const LEVELS = [0, 95, 135, 175, 215, 255];
/** The first 16 colors, which users change, as xterm has them. */
const USUAL: readonly Rgb[] = [
  [0, 0, 0],
  [205, 0, 0],
  [0, 205, 0],
  [205, 205, 0],
  [0, 0, 238],
  [205, 0, 205],
  [0, 205, 205],
  [229, 229, 229],
  [127, 127, 127],
  [255, 0, 0],
  [0, 255, 0],
  [255, 255, 0],
  [92, 92, 255],
  [255, 0, 255],
  [0, 255, 255],
  [255, 255, 255],
];

const paletteRgb = (index: number): Rgb => {
  const usual = USUAL[index];
  if (usual !== undefined) return usual;
  if (index >= 232) {
    const gray = 8 + (index - 232) * 10;
    return [gray, gray, gray];
  }
  const at = index - CUBE_START;
  const level = (step: number): number => LEVELS[step % 6] ?? 0;
  return [level(Math.floor(at / 36)), level(Math.floor(at / 6)), level(at)];
};

const nearestIndex = (rgb: Rgb, from: number, to: number): number => {
  let nearest = from;
  let least = Number.POSITIVE_INFINITY;
  for (let index = from; index < to; index++) {
    const [red, green, blue] = paletteRgb(index);
    const distance = (red - rgb[0]) ** 2 + (green - rgb[1]) ** 2 + (blue - rgb[2]) ** 2;
    if (distance < least) [nearest, least] = [index, distance];
  }
  return nearest;
};
