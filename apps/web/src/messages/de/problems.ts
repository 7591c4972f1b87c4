import type { loadProblemTexts as loadEnglish, problemText as english } from '../problems.ts'

let translate: typeof english = (message) => message

/** The first view has no room for them. */
export const loadProblemTexts: typeof loadEnglish = () =>
  import('./on-demand/problem-texts.ts').then(
    (texts) => void (translate = texts.problemText),
    () => undefined,
  )

export const problemText: typeof english = (message, errorType) => translate(message, errorType)
