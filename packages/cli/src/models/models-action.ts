import type { ModelEntry } from "coxswain";
import { localServers } from "coxswain";
import type { Arguments } from "../argv/index.ts";
import { configure } from "../configuration/index.ts";
import type { MODELS_OPTIONS } from "../options/index.ts";
import { escapeLine, jsonLine } from "../output/index.ts";
import { EXIT, type ExitCode, type Surroundings } from "../process/index.ts";

/** `cox models`. */
export const modelsAction = async (
  { values, positionals }: Arguments<typeof MODELS_OPTIONS>,
  { env, cwd, stdout, stderr }: Surroundings,
): Promise<ExitCode> => {
  const { models } = await configure({ env, cwd });
  const [known, servers] = await Promise.all([models.list(), localServers({ env })]);
  const local = servers.flatMap((server) => server.models.map((info): ModelEntry => ({ info, available: true })));
  const words = positionals.map((word) => word.toLowerCase());
  const matching = [...local, ...known.filter(({ info }) => !local.some((one) => one.info.reference === info.reference))].filter(
    ({ info }) => {
      const text = `${info.reference} ${info.name}`.toLowerCase();
      return words.every((word) => text.includes(word));
    },
  );
  const shown = values.all === true ? matching : matching.filter(({ available }) => available);
  for (const entry of shown)
    stdout.write(values.json === true ? jsonLine({ ...entry.info, available: entry.available }) : `${modelLine(entry)}\n`);
  const hidden = matching.length - shown.length;
  if (hidden > 0) stderr.write(`${hidden} more of providers that there is no key for: --all shows them.\n`);
  else if (shown.length === 0)
    stderr.write("There is no such model in the catalog; one that it lacks can still be asked as provider/model.\n");
  return EXIT.done;
};

const modelLine = ({ info, available }: ModelEntry): string => {
  const { reference, contextWindow, price, vision, thinking } = info;
  const facts = [
    contextWindow === undefined ? undefined : `${Math.round(contextWindow / 1000)}k`,
    price === undefined ? undefined : `$${price.input}/$${price.output}`,
    vision ? "images" : undefined,
    thinking.some((level) => level !== "off") ? "thinking" : undefined,
    available ? undefined : "no key",
  ];
  return `${escapeLine(reference).padEnd(REFERENCE)}  ${facts.filter((fact) => fact !== undefined).join("  ")}`.trimEnd();
};

const REFERENCE = 48;
