import type { problemText as english } from '../problems.ts'

let translate: typeof english = (message) => message

/** The texts are loaded after the first view, which has no room for them. Errors before are shown in English. */
addEventListener('load', () => {
  import('./problem-texts.ts').then(
    (texts) => (translate = texts.problemText),
    () => undefined,
  )
})

export const problemText: typeof english = (message, errorType) => translate(message, errorType)
