import { defineTool, textResult } from "../loop/index.ts";
import { list, optional, text, toolInput } from "./input.ts";
import { LIMITS } from "./limits.ts";
import type { AskPerson } from "./person-question.ts";

const limits = LIMITS.question;

const DESCRIPTION = `Asks the person, who is there, and waits for the answer: 1 to ${limits.questions} questions, each with 2 to ${limits.options} answers to choose from; a question or \
an answer has at most ${limits.length} characters. They may answer in their own words, or not at all. Ask only what the files and the task do not tell and what \
would lead to different results, or before anything that is hard to undo. Put the answer that you would take first, and say what each leads to.`;

const words = (description: string) => text(description, { max: limits.length });

const schema = toolInput({
  questions: list("What you ask, one after the other.", {
    min: 1,
    max: limits.questions,
    fields: {
      question: words("The question, as a sentence."),
      options: list("The answers to choose from; the one that you would take first.", {
        min: 2,
        max: limits.options,
        fields: { label: words("The answer, in a few words."), description: optional(words("What it leads to.")) },
      }),
    },
  }),
});

/**
 * Asks the user, in programs that have one. Sub-agents do not have this tool; they report open questions to the parent
 * agent.
 */
export const questionTool = (ask: AskPerson) =>
  defineTool({
    name: "question",
    description: DESCRIPTION,
    inputSchema: schema,
    effect: "read",
    replay: "safe",
    availableToSubagents: false,
    async execute({ questions }, context) {
      const answers: { readonly question: string; readonly answer: string | null }[] = [];
      for (const { question, options } of questions) {
        const answer = (await ask({ question, options }, context.signal))?.trim();
        // After an abort, ignores the answer and skips the remaining questions.
        if (context.signal.aborted) break;
        answers.push({ question, answer: answer === undefined || answer === "" ? null : answer });
      }
      return textResult(answers.map(inWords).join("\n"), { answers });
    },
  });

const inWords = ({ question, answer }: { readonly question: string; readonly answer: string | null }): string =>
  `${question}\n${answer === null ? "(The person gave no answer: decide as is safest, and say what you took.)" : `The person answered: ${answer}`}`;
