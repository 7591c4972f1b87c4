import { platformTexts } from '#platform/texts/platform-texts.ts'
import { joinTexts, readWording, type Texts, textsOf, type Wording } from '#platform/texts/text.ts'

/** Why a message was not delivered. */
const deliveryTexts = {
  en: {
    channelDeleted: 'The channel was deleted',
    channelOff: 'The channel is off',
    recipientRemoved: 'The recipient was removed',
    answered: 'Answered {status}',
    answeredWith: 'Answered {status}: {details}',
    addressPrivate: '{host} is in a private network',
    answerLate: '{host} did not answer in time',
    answerInvalid: '{host} could not be reached or sent an invalid answer',
    attemptFailed: 'The attempt failed; see the server log',
    mailServerMissing: 'No mail server is configured',
    mailServerAnswered: 'The mail server answered {status}',
    mailServerAway: 'The mail server could not be reached',
  },
  de: {
    channelDeleted: 'Der Kanal wurde gelöscht',
    channelOff: 'Der Kanal ist ausgeschaltet',
    recipientRemoved: 'Die Empfängeradresse wurde entfernt',
    answered: 'Antwort {status}',
    answeredWith: 'Antwort {status}: {details}',
    addressPrivate: '{host} liegt in einem privaten Netz',
    answerLate: '{host} hat nicht rechtzeitig geantwortet',
    answerInvalid: '{host} war nicht erreichbar oder hat ungültig geantwortet',
    attemptFailed: 'Der Versuch ist fehlgeschlagen; siehe das Log des Servers',
    mailServerMissing: 'Es ist kein Mailserver konfiguriert',
    mailServerAnswered: 'Der Mailserver hat mit {status} geantwortet',
    mailServerAway: 'Der Mailserver war nicht erreichbar',
  },
} as const satisfies Texts

export const deliveryText = textsOf(deliveryTexts)

const all = joinTexts(deliveryTexts, platformTexts)

/** A stored error. */
export const errorOf = (stored: unknown): Wording => readWording(all, stored)
