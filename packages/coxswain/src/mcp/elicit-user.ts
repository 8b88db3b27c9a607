import { asRecord } from "../base/index.ts";
import type { AskUser, JsonSchema, ToolContext, UserQuestion } from "../loop/index.ts";
import { cleanLine, cleanText } from "../workspace/index.ts";
import type { McpElicit, McpElicitation, McpElicitResult } from "./types.ts";

type FieldValue = string | number | boolean | readonly string[];

/**
 * Answers what servers ask during a call: each field of a form is one question to the user, and a page is opened by the
 * user. Declines without a user, and in sub-agents, which ask no questions.
 */
export const elicitFromUser =
  (context: Pick<ToolContext, "askUser" | "agent">, ask: AskUser | undefined): McpElicit =>
  async (elicited, signal) => {
    if (ask === undefined || context.agent.depth > 0) return { action: "decline" };
    const askUntilWithdrawn: AskUser = (question, ended) => ask(question, AbortSignal.any([ended, signal]));
    const put: Put = async (question) => {
      const [answer, ...more] = signal.aborted ? [] : await context.askUser(question, askUntilWithdrawn);
      if (answer === undefined) return undefined;
      return [answer, ...more].includes(DECLINE.label) ? "decline" : [answer, ...more];
    };
    const result = await (elicited.kind === "url" ? openPage(elicited, put) : fillForm(elicited, put));
    return signal.aborted ? { action: "cancel" } : result;
  };

/** Asks the user. Undefined: no answer. */
type Put = (question: UserQuestion) => Promise<readonly string[] | "decline" | undefined>;

const DECLINE = { label: "Decline", description: "The server gets no answer." } as const;

const openPage = async ({ server, message, url }: McpElicitation & { readonly kind: "url" }, put: Put): Promise<McpElicitResult> => {
  const page = URL.canParse(url) ? new URL(url) : undefined;
  if (page === undefined || (page.protocol !== "https:" && page.protocol !== "http:")) return { action: "decline" };
  const answer = await put({
    question: `${heading(server, message)}\nIt asks you to open a page of ${page.host}: ${page.href}`,
    options: [{ label: "Done", description: `You opened the page of ${page.host} yourself.` }, DECLINE],
  });
  if (answer === undefined) return { action: "cancel" };
  return { action: answer === "decline" ? "decline" : "accept" };
};

/** A field of a form. */
interface Field {
  readonly name: string;
  readonly kind: "text" | "number" | "integer" | "boolean" | "choice" | "choices";
  readonly title: string;
  readonly required: boolean;
  /** The values of choices, with their labels. */
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly suggested: string | undefined;
}

const fillForm = async ({ server, message, schema }: McpElicitation & { readonly kind: "form" }, put: Put): Promise<McpElicitResult> => {
  const fields = fieldsOf(schema);
  if (fields.length === 0) {
    const answer = await put({ question: heading(server, message), options: [{ label: "Accept" }, DECLINE] });
    if (answer === undefined) return { action: "cancel" };
    return answer === "decline" ? { action: "decline" } : { action: "accept", content: {} };
  }
  const content: Record<string, FieldValue> = {};
  for (const [at, field] of fields.entries()) {
    const position = fields.length === 1 ? {} : { position: { number: at + 1, of: fields.length } };
    const answered = await askField(field, { heading: heading(server, message), position, put });
    if (answered === "decline" || answered === "cancel") return { action: answered };
    if (answered !== undefined) Object.assign(content, { [field.name]: answered.value });
  }
  return { action: "accept", content };
};

interface FieldQuestion {
  readonly heading: string;
  readonly position: Pick<UserQuestion, "position">;
  readonly put: Put;
}

/** Asks again after an invalid answer. Undefined: the user left an optional field empty. */
const askField = async (
  field: Field,
  { heading: about, position, put }: FieldQuestion,
): Promise<{ readonly value: FieldValue } | "decline" | "cancel" | undefined> => {
  let problem = "";
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const answer = await put({
      question: `${about}\n${field.title}${field.required ? "" : " (optional)"}${problem}`,
      options: [...optionsOf(field), DECLINE],
      ...(field.kind === "choices" ? { multiple: true as const } : {}),
      ...position,
    });
    if (answer === "decline") return "decline";
    if (answer === undefined) return field.required ? "cancel" : undefined;
    const value = valueOf(field, answer);
    if (value !== undefined) return { value };
    problem = `. "${cleanLine(answer.join(", "), 100)}" is not ${EXPECTED[field.kind]}`;
  }
  return "cancel";
};

const MAX_ATTEMPTS = 3;

const EXPECTED: Readonly<Record<Field["kind"], string>> = {
  text: "text",
  number: "a number",
  integer: "an integer",
  boolean: "Yes or No",
  choice: "one of the answers",
  choices: "a list of the answers",
};

const optionsOf = ({ kind, choices, suggested }: Field): UserQuestion["options"] => {
  if (kind === "boolean") return [{ label: "Yes" }, { label: "No" }];
  if (kind === "choice" || kind === "choices") return choices.map(({ label }) => ({ label }));
  return suggested === undefined ? [] : [{ label: suggested }];
};

const valueOf = ({ kind, choices }: Field, answer: readonly string[]): FieldValue | undefined => {
  const [first = ""] = answer;
  switch (kind) {
    case "text":
      return first;
    case "number":
    case "integer": {
      const number = first.trim() === "" ? Number.NaN : Number(first);
      return Number.isFinite(number) && (kind === "number" || Number.isInteger(number)) ? number : undefined;
    }
    case "boolean":
      return BOOLEANS.get(first.trim().toLowerCase());
    case "choice":
      return chosen(first, choices);
    case "choices": {
      const values = answer.flatMap((label) => chosen(label, choices) ?? []);
      return values.length === answer.length ? values : undefined;
    }
  }
};

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ["yes", true],
  ["y", true],
  ["true", true],
  ["no", false],
  ["n", false],
  ["false", false],
]);

const chosen = (typed: string, choices: Field["choices"]): string | undefined =>
  choices.find(({ label, value }) => label === typed || value === typed)?.value;

/** Reads the fields of a form: the flat properties of an object. Properties of other types are omitted. */
const fieldsOf = (schema: JsonSchema): readonly Field[] => {
  const required = schema["required"];
  return Object.entries(asRecord(schema["properties"])).flatMap(([name, value]): readonly Field[] => {
    const property = asRecord(value);
    const kind = kindOf(property);
    if (kind === undefined) return [];
    const { title, description, default: suggested } = property;
    const words = [typeof title === "string" ? title : name, ...(typeof description === "string" ? [description] : [])];
    return [
      {
        name,
        kind,
        title: words.map((text) => cleanLine(text, 300)).join(": "),
        required: Array.isArray(required) && required.includes(name),
        choices: choicesOf(kind === "choices" ? asRecord(property["items"]) : property),
        suggested: typeof suggested === "string" || typeof suggested === "number" ? cleanLine(String(suggested), 200) : undefined,
      },
    ];
  });
};

const kindOf = (property: Readonly<Record<string, unknown>>): Field["kind"] | undefined => {
  switch (property["type"]) {
    case "string":
      return choicesOf(property).length > 0 ? "choice" : "text";
    case "number":
    case "integer":
    case "boolean":
      return property["type"];
    case "array":
      return choicesOf(asRecord(property["items"])).length > 0 ? "choices" : undefined;
    default:
      return undefined;
  }
};

/** Reads the choices in each form that the protocol has had: `enum` with `enumNames`, `oneOf` and `anyOf`. */
const choicesOf = (property: Readonly<Record<string, unknown>>): Field["choices"] => {
  const { enum: values, enumNames: names, oneOf, anyOf } = property;
  const titled = [oneOf, anyOf].find((list) => Array.isArray(list)) ?? [];
  const labelled = (value: unknown, label: unknown): Field["choices"] =>
    typeof value === "string" ? [{ value, label: cleanLine(typeof label === "string" ? label : value, 200) }] : [];
  if (Array.isArray(values)) return values.flatMap((value, at) => labelled(value, Array.isArray(names) ? names[at] : undefined));
  return Array.isArray(titled) ? titled.map(asRecord).flatMap(({ const: value, title }) => labelled(value, title)) : [];
};

const heading = (server: string, message: string): string => `MCP server ${server}: ${cleanText(message, 1000)}`;
