/**
 * The expression `/^\p{RGI_Emoji}$/v` of the bundle, which is created for the first text that needs it: V8 takes 20 ms to parse
 * it, and pi-tui has it at the top of a module.
 */
export class RgiEmoji implements Pick<RegExp, "test"> {
  #pattern: RegExp | undefined;

  test(text: string): boolean {
    if (text.length === 1 || (text.length === 2 && (text.codePointAt(0) ?? 0) > 0xffff)) return CODE_POINT.test(text);
    this.#pattern ??= new RegExp("^\\p{RGI_Emoji}$", "v");
    return this.#pattern.test(text);
  }
}

/** The emoji of one code point. The others are sequences. */
const CODE_POINT = /^(?!\p{Regional_Indicator})\p{Emoji_Presentation}$/u;
