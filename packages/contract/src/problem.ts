import { z } from 'zod'
import type { ErrorType } from './error-types.ts'
import { named } from './named.ts'

/**
 * The body of every error. errorType is stable and meant for programs, message for users. Newer servers may send an
 * unknown errorType, so clients only validate that it is a string.
 */
export const ProblemBody = named('Problem', {
  errorType: z.custom<ErrorType>((value) => typeof value === 'string'),
  message: z.string(),
  /** One entry per problem, if there are several. */
  details: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
})
export type ProblemBody = z.infer<typeof ProblemBody>

/** The specification's messages, word for word. */
export const messages = {
  loginRequired: 'A LOGIN IS REQUIRED TO ACCESS METRICS',
  missingParameters: 'Some parameters necessary for the request are missing.',
  unauthorized: 'Unauthorized',
  /** Used in a sentence by clients: formatMetricsError in the SDK. */
  windowTooLarge: 'requested time window is too large',
  somethingWentWrong: 'Something went wrong',
  required: 'Required information not provided.',
  accountMissing: 'No account has been specified',
  accountUuidMissing: 'No account uuid has been specified',
  emailMissing: 'Email address invalid or missing',
  accountsUuidMissing: 'Cannot detect accounts uuid',
  teamsUuidMissing: 'Cannot detect teams uuid',
  authTypeUnknown: 'The authorization type must be Bearer or token',
  tokenMissing: 'Auth type is token but no token is specified',
  propertyMissing: 'The property is missing',
  propertyContentInvalid: 'The property content is invalid',
  propertyInvalid: 'The property is invalid',
  badgeNotAvailable: 'Badge not available',
  languagesNotAvailable: 'Componentpedia languages not available',
  noReasonForFailure: 'Unable to obtain reason for failure',
} as const
