import type { problemText as english } from '../problems.ts'

let translate: typeof english = (message) => message

const load = () =>
  import('./on-demand/problem-texts.ts').then(
    (texts) => (translate = texts.problemText),
    () => undefined,
  )
/** The texts are loaded after the first view, which has no room for them. Errors before are shown in English. */
if (typeof document !== 'undefined') addEventListener('load', () => void load())

export const problemText: typeof english = (message, errorType) => translate(message, errorType)
