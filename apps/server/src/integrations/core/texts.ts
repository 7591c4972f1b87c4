import { platformTexts } from '#platform/texts/platform-texts.ts'
import { joinTexts, type Texts, textsOf } from '#platform/texts/text.ts'
import type { Integration } from './integration.ts'

/** Results and errors of deliveries to any service, and results of checks. */
const coreTexts = {
  en: {
    awaitsTurn: 'An earlier delivery comes first',
    integrationOff: 'The integration is off',
    servicePaused: 'The service asked for a pause',
    serviceBusy: '{host} answered {status} and asked for a pause',
    serviceFailed: '{host} answered {status}',
    answerUnexpected: '{service} returned an unexpected response. Check the URL',
    credentialsAccepted: 'The service accepts the credentials',
    credentialsInvalid: 'Credentials not valid',
  },
  de: {
    awaitsTurn: 'Wartet auf eine frühere Zustellung',
    integrationOff: 'Die Integration ist ausgeschaltet',
    servicePaused: 'Der Dienst hat um eine Pause gebeten',
    serviceBusy: '{host} hat mit {status} geantwortet und um eine Pause gebeten',
    serviceFailed: '{host} hat mit {status} geantwortet',
    answerUnexpected: 'Unerwartete Antwort von {service}. Bitte die URL prüfen',
    credentialsAccepted: 'Der Dienst akzeptiert die Zugangsdaten',
    credentialsInvalid: 'Die Zugangsdaten sind ungültig',
  },
} as const satisfies Texts

export const coreText = textsOf(coreTexts)

/** All texts that deliveries of an integration can have. */
export const textsOfDeliveries = ({ texts: { en, de } }: Pick<Integration, 'texts'>): Texts =>
  joinTexts({ en: en.deliveries, de: de.deliveries }, coreTexts, platformTexts)
