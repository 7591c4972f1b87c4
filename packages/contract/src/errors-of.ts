import {
  acceptedMediaTypes,
  type Endpoint,
  isAudited,
  multipartForm,
  needsNavigation,
  rejectsOtherSites,
} from './endpoint.ts'
import { type ErrorType, errorTypeNames } from './error-types.ts'
import { acceptsIdempotencyKey } from './idempotency.ts'

/** Every error type that an endpoint can return, in the order of the table. */
export function errorsOf(endpoint: Endpoint): ErrorType[] {
  const found = new Set<ErrorType>([
    'internal',
    // Forbidden names are checked in every path and query.
    'invalidInput',
    ...(endpoint.ignoresLogin ? [] : ofLogin(endpoint)),
    ...(rejectsOtherSites(endpoint) || needsNavigation(endpoint) ? (['otherSite'] as const) : []),
    ...ofInput(endpoint),
    ...ofBody(endpoint),
    ...ofChange(endpoint),
    ...(endpoint.errors ?? []),
  ])
  return errorTypeNames.filter((name) => found.has(name))
}

function ofLogin({ permission, features, requiresRecentLogin }: Endpoint): ErrorType[] {
  return [
    'databaseUnavailable',
    'databaseBusy',
    'storageFull',
    // Of any stored secret, such as the first response to an Idempotency-Key.
    'secretKeyChanged',
    'busy',
    'authTypeUnknown',
    ...(permission === 'public' ? [] : (['loginRequired', 'forbidden'] as const)),
    ...(features ? (['featureOff'] as const) : []),
    ...(requiresRecentLogin ? (['loginTooOld'] as const) : []),
  ]
}

function ofInput({ path, query, body, permission }: Endpoint): ErrorType[] {
  const isNamed = path.includes('{')
  const takesInput = isNamed || query !== undefined || body !== undefined
  return [
    ...(takesInput ? (['invalidRequest'] as const) : []),
    ...(isNamed || (takesInput && permission !== 'public') ? (['notFound'] as const) : []),
  ]
}

/** Bodies are parsed for every method but GET. */
const ofEveryBody = ['invalidRequest', 'unsupportedMediaType', 'tooLarge', 'tooSlow'] as const
const ofMediaType = new Map<string, readonly ErrorType[]>([
  [multipartForm, ['invalidForm']],
  ['application/octet-stream', ['bodyMissing']],
])

const ofBody = ({ method, body }: Endpoint): readonly ErrorType[] => [
  ...(method === 'GET' ? [] : ofEveryBody),
  ...(body ? acceptedMediaTypes(body).flatMap((type) => ofMediaType.get(type) ?? []) : []),
]

function ofChange(endpoint: Endpoint): ErrorType[] {
  return [
    ...(isAudited(endpoint) && endpoint.permission !== 'public' ? (['readOnly'] as const) : []),
    ...(isAudited(endpoint) ? (['alreadyExists', 'conflict', 'limitReached'] as const) : []),
    ...(acceptsIdempotencyKey(endpoint)
      ? (['idempotencyKeyInvalid', 'idempotencyKeyInUse', 'idempotencyKeyReused'] as const)
      : []),
  ]
}
