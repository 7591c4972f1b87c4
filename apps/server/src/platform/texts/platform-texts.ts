import { type Texts, textsOf } from './text.ts'

/** Errors that any delivery can have. */
export const platformTexts = {
  en: {
    answerLate: '{host} did not answer in time',
    secretKeyChanged: 'A stored secret was encrypted with a different key',
  },
  de: {
    answerLate: '{host} hat nicht rechtzeitig geantwortet',
    secretKeyChanged: 'Ein gespeichertes Geheimnis wurde mit einem anderen Schlüssel verschlüsselt',
  },
} as const satisfies Texts

export const platformText = textsOf(platformTexts)
