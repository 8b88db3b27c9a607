import type { Style } from "../themes/index.ts";

/** An address that a link may open. */
interface LinkTarget {
  /** Absolute URL in ASCII, percent-encoded. */
  readonly url: string;
  /** The destination for people: the host, the mail address, or the path of a file. */
  readonly place: string;
}

/** Terminals ignore longer addresses. */
const LONGEST_URL = 2083;

/** Returns the target of an address with http, https, mailto, or file on this machine. Undefined for every other one. */
const linkTarget = (address: string): LinkTarget | undefined => {
  const url = URL.parse(address);
  // A name before the host looks like a host.
  if (url === null || url.href.length > LONGEST_URL || url.username !== "" || url.password !== "") return undefined;
  const place = placeOf(url);
  return place === undefined || place === "" ? undefined : { url: url.href, place };
};

const placeOf = (url: URL): string | undefined => {
  switch (url.protocol) {
    case "http:":
    case "https:":
      return url.host;
    case "mailto:":
      return url.pathname;
    case "file:":
      // A file of another host would be fetched from it.
      return url.host === "" ? url.pathname : undefined;
    default:
      return undefined;
  }
};

/** Returns what must follow the text of a link, so that the text cannot pretend to lead elsewhere. Empty if the text names the target. */
const linkNote = (text: string, { url, place }: LinkTarget): string => {
  const address = text.trim();
  if (address === place || [address, `https://${address}`, `http://${address}`, `mailto:${address}`].some((one) => isSame(one, url)))
    return "";
  return LOOKS_LIKE_ADDRESS.test(address) ? url : place;
};

const isSame = (address: string, url: string): boolean => {
  const [scheme = "", , host = ""] = address.split("/");
  // A host in other letters than those of its URL may look like another host.
  return URL.parse(address)?.href === url && isAscii(scheme + host);
};

// oxlint-disable-next-line no-control-regex -- all of ASCII
const isAscii = (text: string): boolean => /^[\u0000-\u007f]*$/.test(text);

const LOOKS_LIKE_ADDRESS = /:\/\/|@|^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?:[/?#:]|$)/u;

const START = "\u001b]8;;";
const END = "\u001b\\";
/** A link with a number in place of its address: rows are wrapped before the address is known. */
// oxlint-disable-next-line no-control-regex -- OSC 8
const NUMBERED = /\u001b\]8;;link:(\d+)\u001b\\([^]*?)\u001b\]8;;\u001b\\/g;
// oxlint-disable-next-line no-control-regex -- styles
const STYLES = /\u001b\[[\d;]*m/g;

/** Collects the links of Markdown while it is rendered. The text of a link comes before its address. */
export class LinkCollector {
  readonly #hyperlinks: boolean;
  readonly #style: Style;
  readonly #note: Style;
  /** Text and, once known, address of each link. */
  readonly #links: { readonly text: string; address?: string }[] = [];

  /** @param hyperlinks true if the terminal opens links (OSC 8) */
  constructor(hyperlinks: boolean, style: Style, note: Style) {
    this.#hyperlinks = hyperlinks;
    this.#style = style;
    this.#note = note;
  }

  /** Renders the text of a link. */
  text(styled: string): string {
    if (!this.#hyperlinks) return this.#style(styled);
    const number = this.#links.push({ text: styled.replaceAll(STYLES, "") }) - 1;
    return `${START}link:${number}${END}${this.#style(styled)}${START}${END}`;
  }

  /** Renders the note behind the last link, whose address is not its text. */
  address(address: string): string {
    const target = linkTarget(address);
    const link = this.#links.at(-1);
    if (link !== undefined) link.address = address;
    if (link === undefined || target === undefined) return this.#note(` (${target?.url ?? address})`);
    const note = linkNote(link.text, target);
    return note === "" ? "" : this.#note(` (${note})`);
  }

  /** Puts the addresses into a finished row. */
  finish(row: string): string {
    if (!this.#hyperlinks) return row;
    return row.replaceAll(NUMBERED, (_, number: string, styled: string) => {
      const target = this.#target(Number(number));
      return target === undefined ? styled : `${START}${target.url}${END}${styled}${START}${END}`;
    });
  }

  #target(number: number): LinkTarget | undefined {
    const link = this.#links[number];
    if (link === undefined) return undefined;
    if (link.address !== undefined) return linkTarget(link.address);
    // Its text is its address, without `mailto:` in a mail address.
    const target = linkTarget(link.text) ?? linkTarget(link.text.includes("@") ? `mailto:${link.text}` : "");
    return target !== undefined && linkNote(link.text, target) === "" ? target : undefined;
  }
}
