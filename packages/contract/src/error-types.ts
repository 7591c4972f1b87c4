/** Statuses of malformed HTTP requests. */
const malformedRequest = [400, 404, 406, 412, 414, 416, 417] as const

/**
 * Every `errorType` of the API with its statuses and meaning. The names are stable: new versions may add names but
 * never change the meaning of one.
 */
export const errorTypes = {
  // The request.
  invalidInput: {
    statuses: [400],
    meaning: 'A value in the path, the query or the body is missing or invalid.',
  },
  missingParameters: { statuses: [400], meaning: 'Required parameters are missing.' },
  bodyMissing: { statuses: [400], meaning: 'The request has no body.' },
  invalidForm: { statuses: [400], meaning: 'The multipart form is incomplete or malformed.' },
  invalidRequest: { statuses: malformedRequest, meaning: 'The request is malformed.' },
  methodNotAllowed: {
    statuses: [405],
    meaning: 'The address exists, but not with this method. The header Allow lists those that it has.',
  },
  unsupportedMediaType: {
    statuses: [415],
    meaning: 'The endpoint does not accept a body of this content type.',
  },
  tooLarge: { statuses: [413], meaning: 'The body exceeds the size limit.' },
  headersTooLarge: { statuses: [431], meaning: 'The request headers exceed the size limit.' },
  requestTimeout: { statuses: [408], meaning: 'The request headers did not arrive in time.' },
  tooSlow: { statuses: [408], meaning: 'The request body arrived too slowly.' },
  idempotencyKeyInvalid: { statuses: [400], meaning: 'The Idempotency-Key header is malformed.' },
  idempotencyKeyInUse: {
    statuses: [409],
    meaning: 'The first request with this Idempotency-Key is still being processed.',
  },
  idempotencyKeyReused: {
    statuses: [422],
    meaning: 'The Idempotency-Key was already used for a different request.',
  },

  // Authentication and authorization.
  loginRequired: { statuses: [401], meaning: 'The request has no valid session or API token.' },
  authTypeUnknown: { statuses: [401], meaning: 'The Authorization header has an unsupported scheme.' },
  wrongCredentials: { statuses: [401], meaning: 'The email address or the password is wrong.' },
  wrongCode: { statuses: [401], meaning: 'The code of the second factor is wrong or was already used.' },
  challengeEnded: { statuses: [401], meaning: 'The login challenge has expired or failed too often.' },
  sessionEnded: { statuses: [401], meaning: 'The session ended during reauthentication.' },
  passkeyRefused: { statuses: [400, 401], meaning: 'The passkey could not be verified.' },
  forbidden: {
    statuses: [403],
    meaning: 'The role or the API token lacks the permission or the scope that the message names.',
  },
  featureOff: { statuses: [403], meaning: 'The account does not have the feature that the message names.' },
  loginTooOld: {
    statuses: [403],
    meaning: 'The login must be confirmed again before authentication methods can change.',
  },
  otherSite: {
    statuses: [403],
    meaning: 'The request was sent by a page of another site, or by something else than a navigation.',
  },
  operatorOnly: { statuses: [403], meaning: 'Only the operator of the installation may do this.' },
  registrationClosed: { statuses: [403], meaning: 'The installation does not allow registration.' },
  tooManyAttempts: {
    statuses: [429],
    meaning: 'Too many failed attempts; Retry-After says when to try again.',
  },
  tooManyEmails: {
    statuses: [429],
    meaning: 'Too many emails or other messages were requested; Retry-After says when to try again.',
  },

  // Single sign-on.
  signOnFailed: { statuses: [401], meaning: 'The login at the identity provider failed or took too long.' },
  notInvited: { statuses: [403], meaning: 'Nobody with this email address is a member of an account.' },
  severalInvitations: { statuses: [403], meaning: 'Several accounts have invited this email address.' },
  emailUnverified: { statuses: [403], meaning: 'The identity provider has not verified the email address.' },
  memberInactive: { statuses: [403, 409], meaning: 'The member is disabled.' },
  secondFactorMissing: {
    statuses: [403],
    meaning: 'The account requires a second factor that the identity provider did not report.',
  },
  notAskedAgain: { statuses: [403], meaning: 'The identity provider did not ask for credentials again.' },
  otherPerson: { statuses: [403], meaning: 'A different person authenticated at the identity provider.' },
  providerUnreachable: { statuses: [502], meaning: 'The identity provider cannot be reached.' },
  secretMissing: { statuses: [400], meaning: 'A secret is missing; a new issuer or address needs its own.' },
  domainNotShown: { statuses: [409], meaning: 'The TXT record that verifies the domain was not found.' },

  // Passwords, links and second factors.
  passwordKnown: { statuses: [400], meaning: 'The password is too common or too simple.' },
  linkEnded: { statuses: [400], meaning: 'The link has expired or was already used.' },
  ownPassword: { statuses: [409], meaning: 'Members change their own password with the current one.' },
  codeMissing: { statuses: [400], meaning: 'The code of the second factor is missing.' },
  alreadyActive: { statuses: [409], meaning: 'The second factor is already active.' },
  noFactor: { statuses: [409], meaning: 'Recovery codes require an authenticator app or a phone.' },
  noPhone: { statuses: [400], meaning: 'No phone number is known to send a code to.' },
  smsUnavailable: { statuses: [400], meaning: 'The installation cannot send text messages.' },
  passkeyKnown: {
    statuses: [409],
    meaning: 'The passkey is already registered, or the member has the maximum number.',
  },

  // Resources.
  notFound: { statuses: [404], meaning: 'The resource does not exist or is not accessible to the caller.' },
  alreadyExists: { statuses: [409], meaning: 'A resource with this name already exists.' },
  conflict: { statuses: [409], meaning: 'A resource that the request refers to was removed concurrently.' },
  limitReached: {
    statuses: [409],
    meaning: 'The account or project has reached the maximum number of these.',
  },
  emailTaken: { statuses: [409], meaning: 'The email address belongs to another member.' },
  advisoryExists: { statuses: [409], meaning: 'The account has an advisory with this id.' },
  tagExists: { statuses: [409], meaning: 'A tag with this name already exists.' },
  groupExists: { statuses: [409], meaning: 'There is already a group with this name in the same place.' },
  groupInItself: { statuses: [409], meaning: 'A group cannot be moved below itself.' },
  groupTooDeep: { statuses: [409], meaning: 'The tree of groups would get too deep.' },
  caseExists: { statuses: [409], meaning: 'The vulnerability has an open case already.' },
  caseOfOthers: {
    statuses: [403],
    meaning:
      'The case affects projects that the caller does not see, so it can only be read and commented on.',
  },
  transparencyOff: {
    statuses: [409],
    meaning: 'The operator has not turned on the Transparency Exchange API.',
  },
  versionExists: { statuses: [409], meaning: 'The project has a version with this name already.' },
  viewExists: { statuses: [409], meaning: 'A saved view with this name already exists for the list.' },
  roleOfEveryone: {
    statuses: [409],
    meaning: 'The role in the team Everyone is the role in the account, and is changed on the member.',
  },
  tokenProlonged: { statuses: [403], meaning: 'The expiry of a token can be moved earlier, but not later.' },
  supportTokenNamed: { statuses: [409], meaning: 'The support token cannot be renamed.' },
  teamExists: { statuses: [409], meaning: 'A team with this name already exists.' },
  lastAdministrator: { statuses: [409], meaning: 'An account must have at least one administrator.' },
  operatorAccount: { statuses: [409], meaning: "The operator's own account cannot be removed or closed." },
  licenseBuiltIn: {
    statuses: [409],
    meaning: 'The license is part of the build and cannot be released.',
  },
  accountNotEmpty: {
    statuses: [409],
    meaning: 'Demo data can only be loaded into an account without projects.',
  },
  onHold: {
    statuses: [409],
    meaning: 'A legal hold is in force: what it holds cannot be removed until it is released.',
  },
  demoLoading: { statuses: [409], meaning: 'The demo data is being loaded; it can be removed afterwards.' },
  checkFailed: {
    statuses: [400],
    meaning: 'The confirmation does not match the name of the object to be deleted.',
  },
  featureUnknown: { statuses: [400], meaning: 'There is no feature with this name.' },
  nameInvalid: { statuses: [400], meaning: 'The name of the property is invalid.' },
  licenseUnknown: { statuses: [400], meaning: 'The license is neither an SPDX id nor a LicenseRef.' },
  ruleInvalid: { statuses: [400], meaning: 'The condition of the policy rule is invalid.' },
  advisoryUnknown: { statuses: [404], meaning: 'No advisory has this UUID, CVE or alias.' },
  fileDated: {
    statuses: [400],
    meaning: 'The file is dated in the future, so the age of its data is unknown.',
  },
  languageUnknown: { statuses: [400], meaning: 'No ecosystem has a language with this name.' },
  languageMissing: {
    statuses: [400],
    meaning:
      'The component is named without its language, which could not be determined from the components in use.',
  },
  gapAccepted: { statuses: [409], meaning: 'The same gap is already accepted.' },
  exclusionExists: { statuses: [409], meaning: 'The same exclusion is already active.' },
  dateFilterError: {
    statuses: [400],
    meaning: 'The time window is too large, or its start is after its end.',
  },

  // Scans and advisory data.
  nothingSubmitted: { statuses: [400], meaning: 'The build has no dependencies yet.' },
  buildStarted: { statuses: [409], meaning: 'The build was already started.' },
  buildSuperseded: { statuses: [409], meaning: 'The branch was scanned since this build failed.' },
  pathInvalid: { statuses: [400], meaning: 'A file name is not a path within the project.' },
  pathRepeated: { statuses: [400], meaning: 'Two files of the upload have the same path.' },
  unreadableDocument: {
    statuses: [400],
    meaning: 'A document could not be parsed; details name each place.',
  },
  scanPending: { statuses: [503], meaning: 'The scan is still running.' },
  exportFailed: { statuses: [409], meaning: 'The export could not be written; the message has the reason.' },
  pdfTooLarge: {
    statuses: [413],
    meaning: 'The report has more rows or text than this server can draw as a PDF; filter it, or use CSV.',
  },
  jobNotRetryable: {
    statuses: [409],
    meaning: 'The failed job has a payload that this version does not understand.',
  },
  pieceInvalid: {
    statuses: [400, 409],
    meaning: 'A piece of an upload is missing, out of order, or of the wrong size.',
  },
  syncRunning: { statuses: [409], meaning: 'A sync of the advisory data is already running.' },
  nothingToSync: { statuses: [409], meaning: 'None of the named feeds is synced automatically.' },
  registryInvalid: {
    statuses: [400],
    meaning: 'The package registry has an unknown ecosystem, an invalid pattern, or lacks credentials.',
  },
  addressRefused: { statuses: [400], meaning: 'The address is invalid or in a private network.' },
  sourceFailed: {
    statuses: [502, 504],
    meaning: 'An external source cannot be reached, or it returned an error or an oversized response.',
  },

  // Integrations.
  credentialsInvalid: { statuses: [400], meaning: 'The service did not accept the credentials.' },
  notConfigured: { statuses: [409], meaning: 'The integration is not set up, or is turned off.' },
  integrationFailed: {
    statuses: [502],
    meaning: 'The service rejected the request or returned an unexpected response.',
  },
  dailyLimitReached: {
    statuses: [429],
    meaning:
      'The member has used up the daily limit of the assistant; Retry-After is the end of the UTC day.',
  },
  deliveryNotFailed: { statuses: [409], meaning: 'Only a failed delivery can be retried.' },

  // Notifications.
  channelInvalid: {
    statuses: [400, 409],
    meaning: 'The notification channel lacks an address or recipients, or does not support this.',
  },
  slackSetupLocked: { statuses: [409], meaning: 'Another administrator is setting up Slack here.' },
  recipientUnknown: { statuses: [400], meaning: 'A recipient is not an active member of the account.' },
  mailMissing: { statuses: [409], meaning: 'The installation has no mail server.' },

  // The server.
  busy: { statuses: [503], meaning: 'The server is processing too much at once.' },
  tooManyStreams: {
    statuses: [429],
    meaning: 'The member, the account or the server has too many open event streams.',
  },
  readOnly: {
    statuses: [409],
    meaning: 'The installation is read-only at the moment; nothing was changed.',
  },
  tooBusy: { statuses: [503], meaning: 'Too many passwords are being checked at once.' },
  databaseBusy: { statuses: [503], meaning: 'The database did not answer in time.' },
  databaseUnavailable: { statuses: [503], meaning: 'The database cannot be reached.' },
  storageFull: { statuses: [507], meaning: 'The disk of the server is full; nothing was changed.' },
  secretKeyChanged: { statuses: [500], meaning: 'A stored secret was encrypted with a different key.' },
  internal: { statuses: [500], meaning: 'An unexpected error; see the server log.' },
} as const satisfies Record<string, { statuses: readonly number[]; meaning: string }>

export type ErrorType = keyof typeof errorTypes

/** The statuses of an error type. */
export type StatusOf<T extends ErrorType> = (typeof errorTypes)[T]['statuses'][number]

/** The error types of a status. */
export type ErrorTypeWith<S extends number> = {
  [T in ErrorType]: S extends StatusOf<T> ? T : never
}[ErrorType]

export const errorTypeNames = Object.keys(errorTypes) as ErrorType[]

export const statusesOf = (errorType: ErrorType): readonly number[] => errorTypes[errorType].statuses
