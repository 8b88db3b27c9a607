import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { openScreen } from "../screen.fixture.ts";
import { backgroundOf, environmentBackground } from "./background.ts";
import { type BuiltInTheme, builtInTheme } from "./built-in-themes.ts";
import type { ColorDepth, Rgb } from "./color.ts";
import { colorDepth } from "./color-depth.ts";
import { parseStyle, styleOf } from "./style-spec.ts";
import { paletteTheme } from "./theme.ts";
import { parseTheme, ROLES, type RoleSpec } from "./theme-spec.ts";
import { Themes } from "./themes.ts";

const styled = (text: string, depth: ColorDepth): string => {
  const parsed = parseStyle(text);
  return "style" in parsed ? styleOf(parsed.style, depth)("x").replaceAll("\u001b", "E") : parsed.fault;
};

test("a style has attributes, a color and a background, in the nearest form that the terminal shows", () => {
  assert.equal(styled("bold #ff8800 on black", "full"), "E[1;38;2;255;136;0;40mxE[22;39;49m");
  assert.equal(styled("bold #ff8800 on black", "256"), "E[1;38;5;208;40mxE[22;39;49m");
  assert.equal(styled("#ff1010", "16"), "E[91mxE[39m");
  assert.equal(styled("bright-green", "256"), "E[92mxE[39m");
  assert.equal(styled("208", "16"), "E[33mxE[39m");
  assert.equal(styled("bold #ff8800 on black", "none"), "E[1mxE[22m");
  assert.equal(styled("plain", "full"), "x");
});

test("the outer style continues after an inner one", () => {
  const themes = new Themes({ depth: "256", user: new Map([["mine", parseTheme('{ "added": "22", "addedWords": "bold 39" }')]]) });
  themes.use("mine");
  const row = themes.theme.added(`a ${themes.theme.addedWords("b")} c`);
  assert.equal(row.replaceAll("\u001b", "E"), "E[38;5;22ma E[1;38;5;39mbE[22;39mE[38;5;22m cE[39m");
});

test("an unknown word of a style is reported with the nearest one", () => {
  assert.equal(styled("grene", "full"), 'no color or style "grene"; did you mean green?');
  assert.equal(
    styled("#12345", "full"),
    'no color or style "#12345"; write a name such as bright-green, a number from 0 to 255, or #rrggbb',
  );
});

test("the depth of the colors follows the environment", () => {
  const of = (env: Readonly<Record<string, string>>) => colorDepth(env);
  assert.deepEqual(
    [
      of({ TERM: "xterm-256color", COLORTERM: "truecolor" }),
      of({ TERM: "xterm-256color" }),
      of({ TERM: "xterm" }),
      of({ TERM: "xterm-kitty" }),
      of({ TERM: "xterm-256color", COLORTERM: "truecolor", NO_COLOR: "1" }),
      of({ TERM: "xterm-256color", NO_COLOR: "" }),
      of({ TERM: "dumb" }),
    ],
    ["full", "256", "16", "full", "none", "256", "none"],
  );
});

test("the background is light or dark by its luminance, or by COLORFGBG", () => {
  assert.deepEqual(
    (
      [
        [255, 255, 255],
        [0, 0, 0],
        [253, 246, 227],
        [40, 44, 52],
        [0, 0, 255],
      ] as const
    ).map(backgroundOf),
    ["light", "dark", "light", "dark", "dark"],
  );
  assert.deepEqual(["0;15", "15;0", "12;default;8", "0;7", "7", undefined].map(environmentBackground), [
    "light",
    "dark",
    "dark",
    "light",
    undefined,
    undefined,
  ]);
});

test("a theme file names styles by role, for both backgrounds if they differ", () => {
  const file = JSON.stringify({ accent: "bold blue", "syntax.string": { light: "#005f00", dark: "#87ff87" } });
  const themes = new Themes({ depth: "full", user: new Map([["mine", parseTheme(file)]]) });
  assert.deepEqual(themes.use("mine"), []);
  assert.equal(themes.theme.accent("x"), "\u001b[1;34mx\u001b[22;39m");
  assert.equal(themes.theme.syntax.string("x"), "\u001b[38;2;135;255;135mx\u001b[39m");
  assert.equal(themes.theme.error("x"), paletteTheme.error("x"));
  assert.equal(themes.setBackground("light"), true);
  assert.equal(themes.theme.syntax.string("x"), "\u001b[38;2;0;95;0mx\u001b[39m");
  assert.equal(themes.setBackground("light"), false);
});

test("faults of a theme file are one sentence each, with the nearest name", () => {
  const file = JSON.stringify({ acent: "blue", accent: "bleu", error: 3, code: { light: "red" }, dim: "bright-black" });
  const themes = new Themes({ depth: "full", user: new Map([["mine", parseTheme(file)]]) });
  assert.deepEqual(themes.use("mine"), [
    'themes/mine.json: no role "acent"; did you mean accent?.',
    'themes/mine.json: accent: no color or style "bleu"; did you mean blue?.',
    'themes/mine.json: error: expected a style such as "bold green".',
    'themes/mine.json: code.dark: expected a style such as "bold green".',
  ]);
  assert.equal(themes.theme.dim("x"), "\u001b[90mx\u001b[39m");
  assert.deepEqual(parseTheme("[]").problems, ['the file must be an object, such as { "accent": "bold blue" }.']);
});

test("an unknown theme changes nothing and is reported with the nearest name", () => {
  const themes = new Themes({ depth: "full" });
  themes.use("dark");
  assert.match(themes.use("lihgt")[0] ?? "", /^no theme "lihgt"; did you mean light\? Themes: default, auto, light/);
  assert.equal(themes.name, "dark");
});

test("no theme file makes it throw, and every theme styles every role", () => {
  const styles = fc.oneof(fc.string(), fc.constantFrom("bold red on #00ff00", "17", "plain", "on on 5"), fc.jsonValue());
  fc.assert(
    fc.property(fc.dictionary(fc.oneof(fc.constantFrom(...ROLES), fc.string()), styles), (file) => {
      const themes = new Themes({ depth: "256", user: new Map([["mine", parseTheme(JSON.stringify(file))]]) });
      themes.use("mine");
      const { syntax, features: _, ...others } = themes.theme;
      return [...Object.values(others), ...Object.values(syntax)].every((style) => style("x").includes("x") && style("") === "");
    }),
  );
});

/** Contrast of WCAG 2, from 1 to 21. */
const contrast = (one: Rgb, other: Rgb): number => {
  const luminance = (rgb: Rgb): number => {
    const [red = 0, green = 0, blue = 0] = rgb.map((channel) => {
      const share = channel / 255;
      return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
};

test("the built-in themes describe every color role, with a contrast of 4.5 or more, and of 7 in the high-contrast one", () => {
  const white: Rgb = [255, 255, 255];
  const black: Rgb = [0, 0, 0];
  const check = (name: BuiltInTheme, side: "light" | "dark", least: number): void => {
    const { roles } = builtInTheme(name);
    const missing = ROLES.filter((role) => !["strong", "italic", "underline", "struck"].includes(role) && roles[role] === undefined);
    assert.deepEqual(missing, [], name);
    for (const [role, spec] of Object.entries(roles) as readonly (readonly [string, RoleSpec])[]) {
      const style = "attributes" in spec ? spec : spec[side];
      const rgb = (color: typeof style.color, usual: Rgb): Rgb => (color?.kind === "rgb" ? color.rgb : usual);
      const front = rgb(style.color, side === "light" ? black : white);
      const back = rgb(style.background, side === "light" ? white : black);
      assert.ok(contrast(front, back) >= least, `${name} ${side} ${role}: ${contrast(front, back).toFixed(1)}`);
    }
  };
  check("light", "light", 4.5);
  check("dark", "dark", 4.5);
  check("auto", "light", 4.5);
  check("auto", "dark", 4.5);
  check("high-contrast", "light", 7);
  check("high-contrast", "dark", 7);
});

test("/theme shows each theme while it is selected, and Escape brings the old one back", async () => {
  const themes = new Themes({ depth: "full" });
  await using scene = await openScreen({ themes, rows: 30 });
  scene.terminal.type("/theme");
  scene.terminal.press("\r");
  await scene.terminal.seen("Fix the parser");
  scene.terminal.press("\u001b[B", "\u001b[B");
  assert.equal(themes.name, "light");
  await scene.terminal.seen("+ const most = 16;");
  scene.terminal.press("\u001b");
  await scene.terminal.seen("scripted/");
  assert.equal(themes.name, "default");
});

test("/theme with a name uses that theme, and reports an unknown one", async () => {
  const themes = new Themes({ depth: "full" });
  await using scene = await openScreen({ themes, rows: 30 });
  scene.terminal.type("/theme drak");
  scene.terminal.press("\r");
  await scene.terminal.seen('! no theme "drak"; did you mean dark?');
  scene.terminal.type("/theme dark");
  scene.terminal.press("\r");
  await scene.terminal.seen("+ const most = 16;");
  assert.equal(themes.name, "dark");
});
