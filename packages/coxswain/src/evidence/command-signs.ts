import { reportsNoTests } from "./no-tests.ts";

/** Signs in the output of a command, which its exit code does not have. Absent fields: false. */
export interface CommandSigns {
  /** It reports that no test ran. */
  readonly noTests?: boolean | undefined;
  /** The shell could not change to a folder, so that commands may have run in another one, or not at all. */
  readonly noFolder?: boolean | undefined;
  /** The shell itself reports an error, so that commands may not have run. */
  readonly shellError?: boolean | undefined;
}

/** Reads the output of a command, of which the middle may be missing. */
export const commandSigns = (output: string): CommandSigns => ({
  ...(reportsNoTests(output) ? { noTests: true } : {}),
  ...(NO_FOLDER.test(output) ? { noFolder: true } : {}),
  ...(SHELL_ERROR.test(output) ? { shellError: true } : {}),
});

/** As bash, dash and zsh write it. */
const NO_FOLDER = /^(?:\S+: (?:line )?(?:\d+: )?)?(?:cd|pushd|popd): (?!usage)/m;

/** Errors in files and scripts have the name of the file instead. */
const SHELL_ERROR = /^(?:\S*\/)?bash: (?:line \d+|-c): /m;
