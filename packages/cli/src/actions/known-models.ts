import { localServers, type ModelEntry } from "coxswain/providers";
import { chooseModel, type Configuration, userSessions, namedModel } from "../configuration/index.ts";
import type { ProcessContext } from "../process/index.ts";
import { sessionChoice } from "../sessions/index.ts";

/** `default`: used when none is named; `small`: its small model; `latest`: used in the folder's latest session. */
export type Mark = "default" | "small" | "latest";

export interface MarkedModel extends ModelEntry {
  readonly marks: readonly Mark[];
}

/** All known models, those of local servers first. */
export const knownModels = async (configuration: Configuration, surroundings: ProcessContext): Promise<readonly MarkedModel[]> => {
  const { models } = configuration;
  const { env } = surroundings;
  const [known, servers, usual, latest] = await Promise.all([
    models.list(),
    localServers({ env }),
    referenceOf(chooseModel(configuration)),
    latestModel(surroundings),
  ]);
  const small = usual === undefined ? undefined : await smallModelFor(usual, configuration);
  const local = servers.flatMap((server) => server.models.map((info): ModelEntry => ({ info, available: true })));
  const all = [...local, ...known.filter(({ info }) => !local.some((one) => one.info.reference === info.reference))];
  const marked: readonly (readonly [Mark, string | undefined])[] = [
    ["default", usual],
    ["small", small],
    ["latest", latest],
  ];
  return all.map((entry) => ({
    ...entry,
    marks: marked.flatMap(([mark, reference]) => (reference === entry.info.reference ? [mark] : [])),
  }));
};

const smallModelFor = (usual: string, configuration: Configuration): Promise<string | undefined> => {
  const { models, settings } = configuration;
  if (settings.smallModel !== undefined) return referenceOf(namedModel(configuration, settings.smallModel));
  return Promise.resolve(models.smallFor?.(usual));
};

/** Undefined if there is none, or if the settings name an unavailable one, which a task reports. */
const referenceOf = async (choosing: Promise<{ readonly reference: string }>): Promise<string | undefined> => {
  try {
    return (await choosing).reference;
  } catch (error) {
    if (error instanceof Error && "code" in error) return undefined;
    throw error;
  }
};

const latestModel = async (surroundings: ProcessContext): Promise<string | undefined> => {
  const [latest] = await userSessions(surroundings).list({ ...sessionChoice({}, surroundings.cwd), limit: 1 });
  return latest?.model;
};
