import { readWording, type Texts, textsOf, type Wording } from '#platform/texts/text.ts'

/** Why the model service gave no answer, and results of its check. */
const modelTexts = {
  en: {
    modelAnswersWithoutTools:
      '{host} answers as {model}, but without tools: answers will use the summary alone',
    modelAnswers: '{host} answers as {model}',
    modelKeyRefused: '{host} did not accept the key',
    modelUnknown: '{host} has no such model, or the address is wrong',
    modelRefusedSize: 'The question with its facts is too large for {host}',
    modelBusy: '{host} has too much to do',
    modelBusyFor: '{host} has too much to do. Try again in {seconds} s',
    modelNotReady: '{host} is not ready',
    modelNotReadyFor: '{host} is not ready. Try again in {seconds} s',
    modelConnectionLost: 'The connection to {host} was lost',
    modelLineTooLong: 'The service sent a line that is too long',
    modelAnswerUnexpected: 'The service sent something other than a chat completion',
    modelEndedEarly: 'The service ended its response early',
    modelReportedError: 'The service reported an error while it answered',
    modelFiltered: 'The content filter of the service stopped the answer',
    modelSilent: 'The model returned no answer',
    serviceFailed: '{host} answered {status}',
    answerLate: '{host} did not answer in time',
    questionTooLarge: 'The question with its facts is too large for one answer',
    answerInterrupted: 'The server stopped before the answer was complete',
  },
  de: {
    modelAnswersWithoutTools:
      '{host} antwortet als {model}, aber ohne Werkzeuge: Antworten stützen sich nur auf die Zusammenfassung',
    modelAnswers: '{host} antwortet als {model}',
    modelKeyRefused: '{host} akzeptiert den Schlüssel nicht',
    modelUnknown: '{host} kennt dieses Modell nicht, oder die Adresse ist falsch',
    modelRefusedSize: 'Die Frage ist mit ihren Fakten zu lang für {host}',
    modelBusy: '{host} ist überlastet',
    modelBusyFor: '{host} ist überlastet. Versuchen Sie es in {seconds} s erneut',
    modelNotReady: '{host} ist nicht bereit',
    modelNotReadyFor: '{host} ist nicht bereit. Versuchen Sie es in {seconds} s erneut',
    modelConnectionLost: 'Die Verbindung zu {host} ist abgebrochen',
    modelLineTooLong: 'Der Dienst hat eine zu lange Zeile gesendet',
    modelAnswerUnexpected: 'Der Dienst hat etwas anderes als eine Chat-Antwort gesendet',
    modelEndedEarly: 'Der Dienst hat seine Antwort vorzeitig beendet',
    modelReportedError: 'Der Dienst hat während der Antwort einen Fehler gemeldet',
    modelFiltered: 'Der Inhaltsfilter des Dienstes hat die Antwort gestoppt',
    modelSilent: 'Das Modell hat keine Antwort geliefert',
    serviceFailed: '{host} hat mit {status} geantwortet',
    answerLate: '{host} hat nicht rechtzeitig geantwortet',
    questionTooLarge: 'Die Frage ist mit ihren Fakten zu lang für eine Antwort',
    answerInterrupted: 'Der Server wurde beendet, bevor die Antwort vollständig war',
  },
} as const satisfies Texts

export const modelText = textsOf(modelTexts)

export type ModelTextKey = keyof typeof modelTexts.en

/** A stored reason. */
export const reasonOf = (stored: unknown): Wording => readWording(modelTexts, stored)
