/** Means more than itself to a shell. */
const SPECIAL = /[$`;|&<>()*?[\]{}!#~\\]/;

/** The words of a rule, in quotes where they have blanks; or what is wrong with it, as one clause. */
export const splitWords = (text: string): readonly string[] | { readonly fault: string } => {
  const words: string[] = [];
  let rest = text.trim();
  while (rest !== "") {
    const found = /^(?:'[^']*'|"[^"\\$`]*"|[^\s'"])+/.exec(rest)?.[0];
    if (found === undefined) return { fault: "a quote in it is not closed" };
    const plain = found.replaceAll(/'[^']*'|"[^"]*"/g, "");
    const special = SPECIAL.exec(plain.replace(/^~(?=\/|$)/, ""))?.[0];
    if (special !== undefined) {
      const hint =
        plain.endsWith(":*") || plain === "*"
          ? "; it is about all commands that begin so in any case"
          : "; put it in quotes if it is meant as it stands";
      return { fault: `${JSON.stringify(special)} has no meaning in a rule for commands${hint}` };
    }
    words.push(found.replaceAll(/'([^']*)'|"([^"]*)"/g, (_, single?: string, double?: string) => single ?? double ?? ""));
    rest = rest.slice(found.length).trimStart();
  }
  return words.length === 0 ? { fault: "a command has to stand in its brackets" } : words;
};
