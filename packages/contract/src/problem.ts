import { z } from 'zod'
import type { ErrorType } from './error-types.ts'

/**
 * The body of every error. errorType is stable, for programs; message is a sentence for people. A newer server may send
 * an errorType that an older client does not know, so clients check for text alone.
 */
export const ProblemBody = z
  .object({
    errorType: z.custom<ErrorType>((value) => typeof value === 'string'),
    message: z.string(),
    /** What exactly was wrong, where there is more than one thing. */
    details: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  })
  .meta({ id: 'Problem' })
export type ProblemBody = z.infer<typeof ProblemBody>

/** The specification's messages, word for word. */
export const messages = {
  loginRequired: 'A LOGIN IS REQUIRED TO ACCESS METRICS',
  missingParameters: 'Some parameters necessary for the request are missing.',
  unauthorized: 'Unauthorized',
  /** Clients write it as a sentence: formatMetricsError of the SDK. */
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
