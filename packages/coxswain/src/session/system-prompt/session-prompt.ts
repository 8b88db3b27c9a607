import { type Section, systemPrompt } from "../../context/index.ts";
import type { Log } from "../../log/index.ts";
import type { Workspace } from "../../workspace/index.ts";
import { branchState, type SessionJournal, workingFolder } from "../../journal/index.ts";
import type { SessionInstructions } from "../instruction-files/index.ts";
import { KeptPrompt } from "./kept-prompt.ts";

export interface SessionPromptParts {
  readonly log: Log;
  readonly journal: SessionJournal;
  readonly workspace: Pick<Workspace, "mayConfine">;
  /** Absent: no files for agents are told. */
  readonly instructions: SessionInstructions | undefined;
  /** Says which skills the model may load; undefined: none. */
  readonly skills: () => string | undefined;
}

/** The system prompt of a session, of what its setup says and of what is found in its folder when a run begins. */
export const sessionPrompt = ({ log, journal, workspace, instructions, skills }: SessionPromptParts): KeptPrompt => {
  const { at: startedAt } = log.header;
  const wanted = async (): Promise<readonly Section[]> => {
    const found = await instructions?.load();
    const { setup } = log.view(branchState);
    return systemPrompt({
      prefix: setup?.systemPrefix,
      base: setup?.systemPrompt,
      instructions: setup?.instructions,
      environment: {
        cwd: workingFolder(log),
        platform: process.platform,
        startedAt,
        gitRepository: found?.project.repository,
        sandbox: workspace.mayConfine,
      },
      project: found?.text,
      skills: skills(),
    });
  };
  return new KeptPrompt(log, journal, wanted);
};
