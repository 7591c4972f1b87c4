/**
 * English texts about external services, with values in braces: subjects, results and errors of deliveries, results of
 * checks, and why the assistant has no answer. Other subjects are names, such as that of a branch; other results are what a service answered.
 */
export const deliveryTexts = {
  allProjects: 'All projects',
  issueStatuses: 'Status of issues',
  issueStatus: 'Status of {issue}',
  sbomOfScan: 'SBOM of scan {scan}',
  nothingToSend: 'There is nothing to send yet',
  metricsSent: 'Series sent: {series}. Branches: {branches}',
  newestMetricsSent: 'Series sent: {series}. Branches: {branches} of {total}, those scanned last',
  branchesLimited:
    'Not sent: the allowed number of branches, {limit}, was sent within the last day. Branches scanned last are sent once a day',
  issuesPlanned: 'Issues to create or update: {count}',
  statusesRead: 'Statuses read: {count}',
  issueCreated: 'Created {issue}',
  issueClosed: 'Closed {issue}',
  issueReopened: 'Reopened {issue}',
  issueFixed: '{issue} is fixed',
  issueOpenAgain: '{issue} is open again',
  issueDeleted: '{issue} was deleted',
  issueNotNeeded: 'Fixed before an issue was created',
  ticketGone: 'The project or its issue no longer exists',
  projectGone: 'The project no longer exists',
  sbomUploaded: 'The SBOM is uploaded',
  sbomPublished: 'The SBOM is published',
  sbomWithdrawn: 'The SBOM is withdrawn',
  awaitsTurn: 'An earlier delivery comes first',
  integrationOff: 'The integration is off',
  servicePaused: 'The service asked for a pause',
  serviceBusy: '{host} answered {status} and asked for a pause',
  serviceFailed: '{host} answered {status}',
  answerUnexpected: '{service} returned an unexpected response. Check the URL',
  issueUncertain: 'An earlier attempt may have created the issue; searching for it again',
  issueInProgress: 'Another attempt is creating the issue',
  sbomUncertain: 'An earlier attempt may have uploaded the SBOM; searching for it again',
  sbomUnknown: 'The service does not list the SBOM yet',
  sbomNotPublished: 'The SBOM is not published yet',
  sbomNotWithdrawn: 'The SBOM is not withdrawn yet',
  channelDeleted: 'The channel was deleted',
  channelOff: 'The channel is off',
  recipientRemoved: 'The recipient was removed',
  answered: 'Answered {status}',
  answeredWith: 'Answered {status}: {details}',
  addressPrivate: '{host} is in a private network',
  answerLate: '{host} did not answer in time',
  answerInvalid: '{host} could not be reached or sent an invalid answer',
  attemptFailed: 'The attempt failed; see the server log',
  secretKeyChanged: 'A stored secret was encrypted with a different key',
  mailServerMissing: 'No mail server is configured',
  mailServerAnswered: 'The mail server answered {status}',
  credentialsAccepted: 'The service accepts the credentials',
  credentialsAcceptedOf: '{service} accepts the credentials of {name}',
  keyAccepted: '{service} accepts the API key',
  tokenAccepted: '{service} accepts the token of {name}',
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
  questionTooLarge: 'The question with its facts is too large for one answer',
  answerInterrupted: 'The server stopped before the answer was complete',
  // The specification's words.
  credentialsInvalid: 'Credentials not valid',
  mailServerAway: 'The mail server could not be reached',
} as const

export type DeliveryTextName = keyof typeof deliveryTexts

type Values = Readonly<Record<string, string | number>>

function filled(template: string, values: Values): string {
  const byName = new Map(Object.entries(values))
  return template.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(byName.get(name) ?? whole))
}

export const deliveryText = (name: DeliveryTextName, values: Values = {}): string =>
  filled(deliveryTexts[name], values)

const patterns = Object.entries(deliveryTexts).map(([name, template]) => {
  const pattern = template
    .replaceAll('.', String.raw`\.`)
    .replaceAll(/\{(details|name)\}/g, '(?<$1>.+)')
    .replaceAll(/\{(\w+)\}/g, String.raw`(?<$1>\S+)`)
  return { name: name as DeliveryTextName, pattern: new RegExp(`^${pattern}$`) }
})

/** Translates a stored text by its templates; a text that matches none is returned unchanged. */
export function translateDeliveryText(
  text: string,
  templates: Readonly<Record<DeliveryTextName, string>>,
): string {
  for (const { name, pattern } of patterns) {
    const found = pattern.exec(text)
    if (found) return filled(templates[name], found.groups ?? {})
  }
  return text
}
