import type { AssistantPart, ImagePart, ToolMessage, UserPart } from "../model/index.ts";

/** Removes blank text parts, which providers reject, and reasoning without text and provider data. */
export const sentParts = <Part extends UserPart | AssistantPart>(parts: readonly Part[]): readonly Part[] =>
  parts.filter((part) => {
    if (part.type === "text") return !isBlank(part.text);
    return part.type !== "reasoning" || part.text !== "" || part.providerData !== undefined;
  });

/** Returns the sections of a system prompt that are not blank. */
export const sentSections = (system: readonly string[]): readonly string[] => system.filter((section) => !isBlank(section));

/** Returns a result's images and its joined text, which is never blank. */
export const resultContent = ({ content }: ToolMessage): { readonly text: string; readonly images: readonly ImagePart[] } => {
  const images = content.filter((part) => part.type === "image");
  const texts = sentParts(content).flatMap((part) => (part.type === "text" ? [part.text] : []));
  return { text: texts.join("\n") || (images.length > 0 ? "(the image follows)" : "(no output)"), images };
};

/** Introduces the images of results for a provider that accepts only text in results. */
export const IMAGES_OF_RESULTS = "The images of the tool results above, in order:";

/** Returns a call's input as an object: providers accept nothing else. Other values of the model are wrapped in one. */
export const callInput = (input: unknown): object => {
  if (typeof input === "object" && input !== null && !Array.isArray(input)) return input;
  return input === undefined || input === null || input === "" ? {} : { invalid_arguments: input };
};

/** Returns a function that converts each object once, and remembers the result while the object is alive. */
export const convertOnce = <From extends object, To extends object>(convert: (from: From) => To): ((from: From) => To) => {
  const converted = new WeakMap<From, To>();
  return (from) => {
    const existing = converted.get(from);
    if (existing !== undefined) return existing;
    const made = convert(from);
    converted.set(from, made);
    return made;
  };
};

/**
 * Returns a function that converts lists item by item. It remembers one list for each first item while that is alive,
 * and reuses the results of equal items at equal places, so that a turn converts only new messages.
 */
export const convertLists = <From extends object, To>(convert: (from: From) => To): ((list: readonly From[]) => readonly To[]) => {
  const lists = new WeakMap<From, { readonly from: From[]; readonly to: To[] }>();
  return (list) => {
    const [first] = list;
    if (first === undefined) return [];
    const { from, to } = lists.get(first) ?? { from: [], to: [] };
    lists.set(first, { from, to });
    for (const [at, item] of list.entries()) {
      if (from[at] === item) continue;
      from[at] = item;
      to[at] = convert(item);
    }
    from.length = list.length;
    to.length = list.length;
    return to;
  };
};

const isBlank = (text: string): boolean => text.trim() === "";
