import type { Rgb } from "./color.ts";
import type { Background } from "./theme-spec.ts";

/** Returns whether a background is light: its relative luminance is above the middle of what eyes see (WCAG 2). */
export const backgroundOf = (rgb: Rgb): Background => {
  const [red = 0, green = 0, blue = 0] = rgb.map((channel) => {
    const share = channel / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? "light" : "dark";
};

/** Reads `COLORFGBG`, as rxvt, Konsole and others set it: numbers of the palette, the last one for the background. */
export const environmentBackground = (colors: string | undefined): Background | undefined => {
  const index = /^\d+;(?:[a-z]+;|\d+;)?(\d+)$/.exec(colors ?? "")?.[1];
  if (index === undefined) return undefined;
  return index === "7" || (Number(index) > 8 && Number(index) < 16) ? "light" : "dark";
};
