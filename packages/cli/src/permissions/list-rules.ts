import type { LoadedSettings } from "coxswain";
import { permissionRules } from "../configuration/index.ts";
import { columns, escapeLine, jsonLine } from "../output/index.ts";
import { EXIT, type ExitCode, type Surroundings } from "../process/index.ts";

const VERDICTS = ["deny", "ask", "allow"] as const;

/** Every rule that holds, the strictest first, with where it is from. */
export const listRules = (layers: LoadedSettings["layers"], json: boolean, { stdout, stderr }: Surroundings): ExitCode => {
  const rules = VERDICTS.flatMap((verdict) =>
    layers.flatMap(({ source, settings }) =>
      (permissionRules(settings)[verdict] ?? []).map((rule) => ({ verdict, rule, source: source === "flags" ? "command line" : source })),
    ),
  );
  if (json) for (const rule of rules) stdout.write(jsonLine(rule));
  // Whole lines: who looks at what is allowed has to see all of it.
  else stdout.write(columns(rules.map(({ verdict, rule, source }) => [verdict, rule, source].map(escapeLine))));
  if (rules.length === 0)
    stderr.write(
      "There are none here: reading inside the folder is allowed, and all else is asked. docs/architecture/permissions.md tells of rules.\n",
    );
  return EXIT.done;
};
