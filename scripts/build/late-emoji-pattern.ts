import type { Plugin } from "rolldown";

const LITERAL = "/^\\p{RGI_Emoji}$/v";

/** Replaces an expression of pi-tui that takes 20 ms to parse by an object that parses it when it is needed. */
export const lateEmojiPattern = (module: string): Plugin => {
  let replaced = 0;
  return {
    name: "late-emoji-pattern",
    transform: {
      filter: { code: LITERAL, id: /\/pi-tui\// },
      handler(code) {
        replaced += 1;
        return `import { RgiEmoji } from ${JSON.stringify(module)};\n${code.replaceAll(LITERAL, "new RgiEmoji()")}`;
      },
    },
    // An update of pi-tui may write it in another way.
    buildEnd() {
      if (replaced === 0) this.error(`no module of pi-tui has ${LITERAL}`);
    },
  };
};
