import { deflateSync } from "node:zlib";

/** PDF objects by number. */
type Objects = Readonly<Record<number, Buffer | string>>;

/** Builds a PDF from these objects; the first one is the catalog. `trailer`: additional trailer entries. */
const pdfOf = (objects: Objects, trailer = ""): Buffer => {
  const parts = [Buffer.from("%PDF-1.7\n")];
  const offsets = new Map<number, number>();
  const length = (): number => parts.reduce((sum, part) => sum + part.length, 0);
  for (const [number, body] of Object.entries(objects)) {
    offsets.set(Number(number), length());
    parts.push(Buffer.concat([Buffer.from(`${number} 0 obj\n`), Buffer.from(body), Buffer.from("\nendobj\n")]));
  }
  const size = Math.max(...offsets.keys()) + 1;
  const row = (number: number): string =>
    offsets.has(number) ? `${String(offsets.get(number)).padStart(10, "0")} 00000 n \n` : "0000000000 65535 f \n";
  const rows = Array.from({ length: size }, (_, number) => row(number)).join("");
  parts.push(Buffer.from(`xref\n0 ${size}\n${rows}trailer<</Size ${size}/Root 1 0 R${trailer}>>\nstartxref\n${length()}\n%%EOF\n`));
  return Buffer.concat(parts);
};

const stream = (dictionary: string, content: Buffer | string): Buffer =>
  Buffer.concat([Buffer.from(`<<${dictionary}/Length ${content.length}>>stream\n`), Buffer.from(content), Buffer.from("\nendstream")]);

const FONT = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>";

/** Document with one page that shows object 5. */
const onePage = (content: Buffer | string, more: Objects = {}, resources = ""): Objects => ({
  1: "<</Type/Catalog/Pages 2 0 R>>",
  2: "<</Type/Pages/Kids[3 0 R]/Count 1>>",
  3: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F1 4 0 R>>${resources}>>/Contents 5 0 R>>`,
  4: FONT,
  5: content,
  ...more,
});

const textContent = (text: string): string => {
  const lines = text.split("\n").map((line) => `(${line.replaceAll(/[()\\]/g, String.raw`\$&`)}) Tj T*`);
  return `BT /F1 12 Tf 72 13900 Td 14 TL ${lines.join(" ")} ET`;
};

/** Document with one page per text. The pages are large: text outside of a page is not part of its text. */
export const pdfWith = (texts: readonly string[]): Buffer => {
  const numbers = texts.map((_, index) => 4 + index * 2);
  const pages = texts.flatMap((text, index) => [
    [4 + index * 2, `<</Type/Page/Parent 2 0 R/MediaBox[0 0 14000 14000]/Resources<</Font<</F1 3 0 R>>>>/Contents ${5 + index * 2} 0 R>>`],
    [5 + index * 2, stream("", textContent(text))],
  ]);
  const kids = numbers.map((number) => `${number} 0 R`).join(" ");
  const tree = { 1: "<</Type/Catalog/Pages 2 0 R>>", 2: `<</Type/Pages/Kids[${kids}]/Count ${texts.length}>>`, 3: FONT };
  return pdfOf({ ...tree, ...Object.fromEntries(pages) });
};

/** Forms that show each other four times over: 4 to the power of 20 words. */
const laughs = (): Buffer => {
  const forms = Array.from({ length: 20 }, (_, index) => [
    10 + index,
    stream(
      `/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</Font<</F1 4 0 R>>/XObject<</N ${11 + index} 0 R>>>>`,
      index === 19 ? "BT /F1 9 Tf (ha) Tj ET" : "/N Do /N Do /N Do /N Do",
    ),
  ]);
  return pdfOf(onePage(stream("", "/X Do"), Object.fromEntries(forms), "/XObject<</X 10 0 R>>"));
};

/** Malicious or broken documents. */
export const HOSTILE = {
  /** 400 MB of spaces in less than 1 kB. */
  bomb: (): Buffer =>
    pdfOf(onePage(stream("/Filter[/FlateDecode/FlateDecode]", deflateSync(deflateSync(Buffer.alloc(400_000_000, 0x20)))))),
  laughs,
  ownForm: (): Buffer =>
    pdfOf(
      onePage(
        stream("", "/X Do"),
        { 10: stream("/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X 10 0 R>>>>", "/X Do") },
        "/XObject<</X 10 0 R>>",
      ),
    ),
  ownParent: (): Buffer => pdfOf({ ...onePage("null"), 2: "<</Type/Pages/Kids[2 0 R]/Count 1>>" }),
  deep: (): Buffer => pdfOf({ ...onePage("null"), 2: "[".repeat(2_000_000) }),
  manyPages: (): Buffer => pdfOf({ ...onePage("null"), 2: "<</Type/Pages/Kids[3 0 R]/Count 100000000>>" }),
  encrypted: (): Buffer => {
    const encrypt = `<</Filter/Standard/V 1/R 2/P -4/O<${"41".repeat(32)}>/U<${"42".repeat(32)}>>>`;
    return pdfOf(onePage(stream("", "BT ET")), `/ID[<00><00>]/Encrypt${encrypt}`);
  },
  withoutText: (): Buffer => pdfOf(onePage(stream("", "0 0 10 10 re f"))),
  junk: (): Buffer => Buffer.concat([Buffer.from("%PDF-1.4\n"), Buffer.alloc(49_000_000, 0x41)]),
  cut: (): Buffer => pdfWith(["Hello"]).subarray(0, 300),
  empty: (): Buffer => Buffer.from("%PDF-1.4\n"),
} as const;
