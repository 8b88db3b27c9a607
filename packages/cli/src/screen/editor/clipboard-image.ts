import { execFile } from "node:child_process";
import { readImage } from "coxswain/tools";
import { UsageError } from "../../argv/index.ts";

export interface Clipboard {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
}

interface Reader {
  readonly program: string;
  readonly args: readonly string[];
  /** Converts the program's output to the image's bytes. */
  readonly decode: (output: Buffer) => Uint8Array;
}

const MAX_OUTPUT = 64 * 1024 * 1024;
/** Milliseconds for a program. PowerShell takes seconds to start. */
const TIMEOUT = 15_000;

/**
 * Reads the image in the clipboard with the first program that exists.
 * @throws {UsageError} if there is no image, or no program that could read it
 */
export const clipboardImage = async ({ env, platform }: Clipboard): Promise<Uint8Array> => {
  const readers = readersFor({ env, platform });
  let exists = false;
  for (const { program, args, decode } of readers) {
    const output = await outputOf(program, args, env);
    if (output === "missing") continue;
    exists = true;
    const bytes = decode(output);
    if (readImage(bytes)?.whole === true) return bytes;
  }
  if (exists) throw new UsageError("no image in the clipboard");
  const names = readers.map(({ program }) => program).join(" or ");
  throw new UsageError(
    names === ""
      ? "no clipboard: neither WAYLAND_DISPLAY nor DISPLAY is set. Drop the image's file on the terminal, or write @ and its path"
      : `the clipboard's image cannot be read: install ${names}. Or write @ and the path of its file`,
  );
};

const asIs = (output: Buffer): Uint8Array => output;

const readersFor = ({ env, platform }: Clipboard): readonly Reader[] => {
  const isSet = (name: string): boolean => (env[name] ?? "") !== "";
  if (platform === "darwin")
    return [
      { program: "pngpaste", args: ["-"], decode: asIs },
      { program: "osascript", args: ["-e", "get the clipboard as «class PNGf»"], decode: fromAppleScript },
    ];
  const windows: Reader = {
    program: "powershell.exe",
    args: ["-NoProfile", "-NonInteractive", "-Command", POWERSHELL],
    decode: fromBase64,
  };
  if (platform === "win32") return [windows];
  return [
    ...(isSet("WAYLAND_DISPLAY") ? [{ program: "wl-paste", args: ["--no-newline", "--type", "image/png"], decode: asIs }] : []),
    ...(isSet("DISPLAY") ? [{ program: "xclip", args: ["-selection", "clipboard", "-t", "image/png", "-o"], decode: asIs }] : []),
    // The clipboard of Windows, from its Linux.
    ...(isSet("WSL_DISTRO_NAME") ? [windows] : []),
  ];
};

const POWERSHELL = [
  "Add-Type -AssemblyName System.Windows.Forms",
  "$image = [System.Windows.Forms.Clipboard]::GetImage()",
  "if ($image -ne $null) { $bytes = New-Object System.IO.MemoryStream; $image.Save($bytes, [System.Drawing.Imaging.ImageFormat]::Png); [Convert]::ToBase64String($bytes.ToArray()) }",
].join("; ");

/** AppleScript prints data as `«data PNGf89504E47…»`. */
const fromAppleScript = (output: Buffer): Uint8Array => Buffer.from(/PNGf([0-9A-F]*)/i.exec(output.toString("utf8"))?.[1] ?? "", "hex");

const fromBase64 = (output: Buffer): Uint8Array => Buffer.from(output.toString("latin1").trim(), "base64");

/** Variables that these programs need. The others may hold keys. */
const PASSED =
  /^(?:PATH|PATHEXT|HOME|USERPROFILE|TMPDIR|TEMP|TMP|LANG|LC_\w+|DISPLAY|XAUTHORITY|WAYLAND_\w+|XDG_RUNTIME_DIR|WSL\w*|SYSTEMROOT|WINDIR)$/i;

const passed = (env: Clipboard["env"]): Clipboard["env"] => Object.fromEntries(Object.entries(env).filter(([name]) => PASSED.test(name)));

/** A program that fails has no image. */
const outputOf = (program: string, args: readonly string[], env: Clipboard["env"]): Promise<Buffer | "missing"> =>
  new Promise((resolve) => {
    const options = { env: passed(env), encoding: "buffer", maxBuffer: MAX_OUTPUT, timeout: TIMEOUT, windowsHide: true } as const;
    execFile(program, args, options, (error, stdout) => {
      const isMissing = error !== null && "code" in error && error.code === "ENOENT";
      resolve(isMissing ? "missing" : error === null ? stdout : Buffer.alloc(0));
    });
  });
