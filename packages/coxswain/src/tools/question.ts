import { type AskUser, defineTool, textResult, type UserAnswer } from "../loop/index.ts";
import { booleanField, listField, optional, stringField, toolInput } from "./input.ts";
import { LIMITS } from "./limits.ts";
const limits = LIMITS.question;

const DESCRIPTION = `Asks the user questions and waits for the answers: 1 to ${limits.questions} questions, each with 2 to ${limits.options} suggested answers. A question or \
an answer has at most ${limits.length} characters. The user may answer in their own words, or not at all. With \`multiple\` the user may choose several answers. Ask only if the files and the task do not contain the answer and \
it would change the result, or before an action that is hard to undo. Put the recommended answer first, and describe the consequence of each.`;

const words = (description: string) => stringField(description, { max: limits.length });

const schema = toolInput({
  questions: listField("The questions, in order.", {
    min: 1,
    max: limits.questions,
    fields: {
      question: words("The question, as one sentence."),
      options: listField("The suggested answers; the recommended one first.", {
        min: 2,
        max: limits.options,
        fields: { label: words("The answer, in a few words."), description: optional(words("Its consequence.")) },
      }),
      multiple: optional(booleanField("True if the user may choose several of the answers. Default: false.")),
    },
  }),
});

/**
 * Asks the user, in programs that have one. Sub-agents do not have this tool; they report open questions to the parent
 * agent.
 */
export const questionTool = (ask: AskUser) =>
  defineTool({
    name: "question",
    description: DESCRIPTION,
    inputSchema: schema,
    effect: "read",
    replay: "safe",
    availableToSubagents: false,
    async execute({ questions }, context) {
      const answers: AnsweredQuestion[] = [];
      for (const [at, { question, options, multiple }] of questions.entries()) {
        const asked = {
          question,
          options: options.map(({ label, description }) => ({ label, ...(description === undefined ? {} : { description }) })),
          ...(multiple === true ? { multiple } : {}),
          ...(questions.length === 1 ? {} : { position: { number: at + 1, of: questions.length } }),
        };
        const texts = await context.askUser(asked, ask);
        // After an abort, ignores the answer and skips the remaining questions.
        if (context.signal.aborted) break;
        answers.push({ question, answers: texts.map((text) => text.trim()).filter((text) => text !== "") });
      }
      return textResult(answers.map(inWords).join("\n"), { answers });
    },
  });

/** A question with its answers. Empty: the user gave none. */
interface AnsweredQuestion {
  readonly question: string;
  readonly answers: UserAnswer;
}

const inWords = ({ question, answers }: AnsweredQuestion): string =>
  `${question}\n${answers.length === 0 ? NO_ANSWER : `The user answered: ${answers.join("; ")}`}`;

const NO_ANSWER = "(The user gave no answer: choose the safest option, and report your choice.)";
