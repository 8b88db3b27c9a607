import type { CommandWord, PathUse } from "../../loop/index.ts";
import { below, usesOf } from "./word-paths.ts";

type Words = readonly CommandWord[];

/**
 * Paths that a program for archives uses; undefined for other programs. The content of an archive is unknown, so it may be
 * unpacked to any path in the folder.
 */
export const archiveUses = (program: string, rest: Words): readonly PathUse[] | undefined => {
  if (/^(?:g|bsd)?tar$/.test(program)) return tarUses(rest);
  if (program === "jar") return tarUses(rest);
  if (/^7z[arz]?$/.test(program)) return sevenZip(rest);
  if (program === "unzip" || program === "unrar") return unzipUses(program, rest);
  if (program === "cpio" || program === "pax") return copyUses(rest);
  if (program === "zip") return zipUses(rest);
  return program === "ar" && /x/.test(rest[0]?.text ?? "") ? unpacked(undefined, []) : undefined;
};

const unpacked = (folder: string | undefined, members: readonly string[]): readonly PathUse[] =>
  members.length === 0
    ? [{ path: folder ?? ".", use: "write", whole: true }]
    : members.map((member) => ({ path: folder === undefined ? member : below(folder, member), use: "write", whole: true }));

const VALUED =
  /^-[A-Za-z]*[bCfFgHIKLNTVX]$|^--(?:dir[a-z]*|file|exclude|exclude-from|files-from|transform|xform|strip-components|owner|group|mode)$/;

/** The options of a cluster, without an attached value. */
const lettersOf = (text: string, bundled: boolean): string => (bundled ? text : text.slice(1).replace(/(?<=[bCfFgHIKLNTVX]).*$/s, ""));

const tarUses = (rest: Words): readonly PathUse[] => {
  const [first] = rest;
  const bundled = first !== undefined && /^[A-Za-z]+$/.test(first.text);
  const letters = rest
    .map(({ text }, at) => ((bundled && at === 0) || /^-[^-]/.test(text) ? lettersOf(text, bundled && at === 0) : ""))
    .join("");
  const does = (letter: string, long: RegExp): boolean => letters.includes(letter) || rest.some(({ text }) => long.test(text));
  // The values of bundled options follow in their order.
  const values = bundled ? first.text.split("").filter((letter) => "bfgCHIKLNTVXF".includes(letter)) : [];
  const valueOf = (letter: string, long: RegExp): readonly CommandWord[] => {
    const inBundle = values.indexOf(letter);
    return [
      ...rest.flatMap((word, at) =>
        new RegExp(`^-[A-Za-z]*${letter}$`).test(word.text) || long.test(word.text) ? rest.slice(at + 1, at + 2) : [],
      ),
      ...rest.flatMap(({ kind, text }) => {
        const attached = new RegExp(`^(?:-[A-Za-z]*?${letter}|${long.source.slice(1, -1)}=)(.+)$`, "s").exec(text)?.[1];
        return attached === undefined || /^-[A-Za-z]*$/.test(text) ? [] : [{ kind, text: attached }];
      }),
      ...(inBundle === -1 ? [] : rest.slice(1 + inBundle, 2 + inBundle)),
    ];
  };
  const archives = valueOf("f", /^--file$/);
  const folders = valueOf("C", /^--directory$/);
  const top = rest.map(({ text }) => /^--one-t[a-z-]*=(.+)$/s.exec(text)?.[1]).find((path) => path !== undefined);
  const operands = rest.filter(
    ({ text }, at) => at >= (bundled ? 1 + values.length : 0) && !text.startsWith("-") && !VALUED.test(rest[at - 1]?.text ?? ""),
  );
  const folder = top ?? folders.at(-1)?.text;
  if (does("x", /^--(?:extract|get)$/)) {
    const out = does("O", /^--to-stdout$/)
      ? []
      : unpacked(
          folder,
          operands.map(({ text }) => text),
        );
    return [...archives.flatMap((word) => usesOf(word, ["read"])), ...out];
  }
  if (does("c", /^--create$/) || does("r", /^--append$/) || does("u", /^--update$/) || does("A", /^--(?:cat|concatenate)/)) {
    const packed = folder === undefined ? operands : operands.map((word) => ({ ...word, text: below(folder, word.text) }));
    return [...archives.flatMap((word) => usesOf(word, ["write"])), ...packed.flatMap((word) => usesOf(word, ["read"], true))];
  }
  return [...archives, ...operands].flatMap((word) => usesOf(word, ["read"]));
};

const zipUses = (rest: Words): readonly PathUse[] => {
  const recursive = rest.some(({ text }) => /^-[a-zA-Z]*[rR]|^--recurse/.test(text));
  const [archive, ...files] = rest.filter(({ text }) => text === "-" || !text.startsWith("-"));
  return [...(archive === undefined ? [] : usesOf(archive, ["write"])), ...files.flatMap((word) => usesOf(word, ["read"], recursive))];
};

const unzipUses = (program: string, rest: Words): readonly PathUse[] => {
  const quiet = program === "unzip" ? rest.some(({ text }) => /^-[a-zA-Z]*[lptzZv]/.test(text)) : !/^[ex]$/.test(rest[0]?.text ?? "");
  const option = rest.findIndex(({ text }) => text === "-d");
  const attached = rest.map(({ text }) => /^-d(.+)$/s.exec(text)?.[1]).find((path) => path !== undefined);
  const operands = rest.filter(({ text }, at) => !text.startsWith("-") && at !== option + 1).slice(program === "unzip" ? 0 : 1);
  const all = option === -1 ? rest.filter(({ text }) => !text.startsWith("-")).slice(program === "unzip" ? 0 : 1) : operands;
  const [archive, ...members] = all;
  const last = program === "unrar" ? members.find(({ text }) => text.endsWith("/"))?.text : undefined;
  const folder = option === -1 ? (attached ?? last) : rest[option + 1]?.text;
  return [
    ...(archive === undefined ? [] : usesOf(archive, ["read"])),
    ...(quiet ? [] : unpacked(folder, last === undefined ? members.map(({ text }) => text) : [])),
  ];
};

const sevenZip = (rest: Words): readonly PathUse[] => {
  const [action, archive, ...files] = rest.filter(({ text }) => !text.startsWith("-"));
  const folder = rest.map(({ text }) => /^-o(.+)$/s.exec(text)?.[1]).find((path) => path !== undefined);
  if (action === undefined || archive === undefined) return [];
  if (/^[ex]$/.test(action.text))
    return [
      ...usesOf(archive, ["read"]),
      ...unpacked(
        folder,
        files.map(({ text }) => text),
      ),
    ];
  return /^[au]$/.test(action.text)
    ? [...usesOf(archive, ["write"]), ...files.flatMap((word) => usesOf(word, ["read"], true))]
    : usesOf(archive, ["read"]);
};

/** `cpio` and `pax` read from standard input which files to pack. */
const copyUses = (rest: Words): readonly PathUse[] => {
  const options = rest.filter(({ text }) => text.startsWith("-")).map(({ text }) => text);
  const unpacks = options.some((text) => /^-[a-zA-Z]*[ir]|^--extract/.test(text));
  const folder = rest.findIndex(({ text }) => /^(?:-D|--directory)$/.test(text));
  return [
    ...(unpacks ? unpacked(folder === -1 ? undefined : rest[folder + 1]?.text, []) : []),
    ...rest.filter(({ text }) => !text.startsWith("-")).flatMap((word) => usesOf(word, ["either"], true)),
  ];
};
