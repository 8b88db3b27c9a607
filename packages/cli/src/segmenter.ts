/**
 * The `Intl.Segmenter` of the bundle, which is created when it is used first: creating one takes 10 ms, and pi-tui creates two
 * when it is loaded.
 */
export class Segmenter implements Pick<Intl.Segmenter, "segment"> {
  readonly #create: () => Intl.Segmenter;
  #segmenter: Intl.Segmenter | undefined;

  constructor(...options: ConstructorParameters<typeof Intl.Segmenter>) {
    const Original = globalThis.Intl.Segmenter;
    this.#create = () => new Original(...options);
  }

  segment(text: string): Intl.Segments {
    this.#segmenter ??= this.#create();
    return this.#segmenter.segment(text);
  }
}
