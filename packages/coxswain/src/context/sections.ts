import type { ChangedSection, StoredSection } from "./entries.ts";
import { textHash } from "../base/index.ts";
import type { SystemPromptState } from "./system-prompt-state.ts";

/** A section of the system prompt. Sections have a fixed order, and their text does not vary within a session. */
export interface Section {
  /** Unique within a prompt, such as `base` or `environment`. */
  readonly name: string;
  readonly text: string;
  /** True for content that may differ in a later version: the version already sent stays in effect. Default: false. */
  readonly lasting?: boolean;
}

/** A section that is not yet stored in the log. */
export type HashedSection = Section & StoredSection;

export const hashSection = (section: Section): HashedSection => ({ ...section, hash: textHash(section.text) });

export const toStoredSection = ({ name, hash, text }: HashedSection): StoredSection => ({ name, hash, text });

/** Returns the sections that differ from those in effect, including the removed ones. */
export const changedSections = ({ hashes }: SystemPromptState, sections: readonly HashedSection[]): readonly ChangedSection[] => {
  const names = new Set(sections.map(({ name }) => name));
  const isOther = ({ name, hash, lasting = false }: HashedSection): boolean => {
    const held = hashes[name];
    return held === undefined || (held !== hash && !lasting);
  };
  const gone = Object.keys(hashes).filter((name) => !names.has(name));
  return [...sections.filter(isOther).map(toStoredSection), ...gone.map((name) => ({ name, hash: null, text: null }))];
};
