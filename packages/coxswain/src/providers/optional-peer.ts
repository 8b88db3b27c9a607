import { ModelError } from "../model/index.ts";

/**
 * Imports an optional peer dependency.
 *
 * @throws {ModelError} with code `invalid` and the install command
 */
export const optionalPeer = async <Module>(name: string, version: string, label: string): Promise<Module> => {
  try {
    // The name is a variable, so that neither the compiler nor a bundler resolves the package.
    return (await import(name)) as Module;
  } catch (cause) {
    throw new ModelError(
      "invalid",
      `${label} needs a package that is not installed. Run: npm install ${name.split("/").slice(0, 2).join("/")}@${version}`,
      { cause },
    );
  }
};
