/**
 * The `Intl.Segmenter` of the bundle, which is created for the first text that needs it: creating one takes 10 ms, and pi-tui
 * creates two when it is loaded.
 */
export class Segmenter implements Pick<Intl.Segmenter, "segment"> {
  readonly #create: () => Intl.Segmenter;
  readonly #ofGraphemes: boolean;
  #segmenter: Intl.Segmenter | undefined;

  constructor(...options: ConstructorParameters<typeof Intl.Segmenter>) {
    const Original = globalThis.Intl.Segmenter;
    this.#create = () => new Original(...options);
    const [, { granularity = "grapheme" } = {}] = options;
    this.#ofGraphemes = granularity === "grapheme";
  }

  segment(text: string): Intl.Segments {
    if (this.#ofGraphemes && SINGLE.test(text)) return new CodeUnits(text);
    this.#segmenter ??= this.#create();
    return this.#segmenter.segment(text);
  }
}

/**
 * Text of which each UTF-16 code unit is a grapheme, because none joins another one: Latin, Greek and Cyrillic
 * letters, punctuation, lines and other signs, kana, Chinese characters and Korean syllables.
 */
const SINGLE =
  /^[ -~\u00a0-\u00ac\u00ae-\u02ff\u0370-\u0482\u048a-\u052f\u2010-\u2027\u2030-\u205f\u20a0-\u20c0\u2100-\u2bff\u3000-\u3029\u3041-\u3096\u30a0-\u30ff\u4e00-\u9fff\uac00-\ud7a3\uff01-\uff60]*$/;

/** The graphemes of text that matches `SINGLE`. */
class CodeUnits implements Intl.Segments {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  containing(index = 0): Intl.SegmentData {
    const at = Math.trunc(index) || 0;
    // The type omits that the result is undefined outside of the text.
    return (at < 0 || at >= this.#text.length ? undefined : this.#at(at)) as Intl.SegmentData;
  }

  *[Symbol.iterator](): Generator<Intl.SegmentData, undefined> {
    for (let index = 0; index < this.#text.length; index++) yield this.#at(index);
  }

  #at(index: number): Intl.SegmentData {
    return { segment: this.#text.charAt(index), index, input: this.#text };
  }
}
