import { changeSetting, effectiveSettings, findSetting, SettingsError, type SettingsTarget } from "coxswain/settings";
import { configure } from "../configuration/index.ts";
import { escapeLine } from "../output/index.ts";
import { EXIT } from "../process/index.ts";
import { type ConfigAction, type ConfigRequest, trustedTarget, expectArguments } from "./request.ts";

/** `cox config set KEY VALUE`. */
export const set: ConfigAction = async (request) => {
  const [key, value] = expectArguments(request.rest, ["KEY", "VALUE"]);
  const file = trustedTarget(request);
  await setParsed(file, key, value);
  request.context.stderr.write(`Set ${escapeLine(key)} in ${escapeLine(file.path)}.\n`);
  await warnIfOverridden(request, file, key);
  return EXIT.done;
};

/** `cox config unset KEY`. */
export const unset: ConfigAction = async (request) => {
  const [key] = expectArguments(request.rest, ["KEY"]);
  const { stderr } = request.context;
  const file = trustedTarget(request);
  if (!(await changeSetting(file, key, undefined))) {
    stderr.write(`cox: ${escapeLine(key)} is not set in ${escapeLine(file.path)}.\n`);
    return EXIT.failed;
  }
  stderr.write(`Removed ${escapeLine(key)} from ${escapeLine(file.path)}.\n`);
  await warnIfOverridden(request, file, key);
  return EXIT.done;
};

/** Sets a value parsed as JSON, or as a string if the setting accepts only strings: a model may be called 5. */
const setParsed = async (file: SettingsTarget, key: string, value: string): Promise<void> => {
  const json = parsedJson(value);
  if (json === undefined) return void (await changeSetting(file, key, value));
  try {
    await changeSetting(file, key, json.value);
  } catch (error) {
    if (!(error instanceof SettingsError) || typeof json.value === "string") throw error;
    await changeSetting(file, key, value).catch(() => {
      throw error;
    });
  }
};

const parsedJson = (text: string): { readonly value: unknown } | undefined => {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
};

/** Warns if another source overrides the file. */
const warnIfOverridden = async ({ context: { env, cwd, stderr } }: ConfigRequest, file: SettingsTarget, key: string): Promise<void> => {
  const name = (await findSetting(key)).join(".");
  const { layers } = await configure({ env, cwd });
  const { sources = [] } = (await effectiveSettings(layers)).find((setting) => setting.key === name) ?? {};
  const last = sources.at(-1);
  if (last === undefined || sources.includes(file.path)) return;
  stderr.write(`The value in ${last === "environment" ? "COX_MODEL" : escapeLine(last)} takes precedence here.\n`);
};
