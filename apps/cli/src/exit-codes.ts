import { type Issue, unreadIssues } from '@assay/engine/inventory.ts'
import type { Domain } from '@assay/engine/vocabulary.ts'
import type { ApiError } from '@assay/sdk/api-error.ts'

/** Why a scan failed. Existing pipelines rely on the numbers. */
export const exitCodes = {
  unauthorized: -1,
  unsupported: -3,
  alreadyRunning: -5,
  analysisFailed: -6,
  noProject: -7,
  configuration: -8,
  network: -9,
  planLimit: -12,
  nothingAnalyzed: -13,
} as const

/** 0, a sum of 1, 2, 4, incompleteCode, staleCode and ruleCode, or one of exitCodes. */
export type ExitCode = number

/** Added if a file could not be read, or with --fail-on incomplete if anything relevant was not checked. */
export const incompleteCode = 8

/** Added if the advisory data is older than allowed. */
export const staleCode = 16

/** Added if a policy rule fails the scan. */
const ruleCode = 32

/** An expected failure with a message, which ends the command with its code. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
  readonly code: ExitCode

  constructor(code: ExitCode, message: string) {
    super(message)
    this.code = code
  }
}

export interface Scores {
  security: number
  stability: number
  licensing: number
}

/**
 * The bit mask of the scores below their minimum: 1 security, 2 stability, 4 licensing; 8 if files were not read, or the
 * scan is incomplete.
 */
export function exitCodeOfScan({
  scores,
  minimumScores,
  measured,
  issues,
  incomplete,
  isFailedByRule = false,
}: ScanVerdict): ExitCode {
  const isBelow = (domain: Domain) => measured[domain] && scores[domain] < minimumScores[domain]
  const isIncomplete = unreadIssues(issues).length > 0 || incomplete !== null
  return (
    (isBelow('security') ? 1 : 0) +
    (isBelow('stability') ? 2 : 0) +
    (isBelow('licensing') ? 4 : 0) +
    (isIncomplete ? incompleteCode : 0) +
    (isFailedByRule ? ruleCode : 0)
  )
}

interface ScanVerdict {
  scores: Scores
  minimumScores: Scores
  /** A score that was not measured never fails. */
  measured: Record<Domain, boolean>
  issues: readonly Issue[]
  /** Why the scan is incomplete, if that fails it; otherwise null. */
  incomplete: string | null
  /** Whether a policy rule of the server fails the scan. */
  isFailedByRule?: boolean
}

const byStatus: Record<number, ExitCode> = {
  0: exitCodes.configuration,
  400: exitCodes.unsupported,
  401: exitCodes.unauthorized,
  402: exitCodes.planLimit,
  403: exitCodes.unauthorized,
  409: exitCodes.alreadyRunning,
  413: exitCodes.unsupported,
}

/** By name, since importing the class would load the whole client. */
const isApiError = (error: unknown): error is ApiError =>
  error instanceof Error && error.name === 'ApiError' && 'status' in error

/** Where the token of a request comes from; null without one. */
export type TokenSource = 'environment' | 'login' | null

const logIn = "Log in with 'assay login', or set ASSAY_TOKEN."

/** The server only says that a login is required, whether or not it received a token. */
const rejectedTokens: Record<Exclude<TokenSource, null>, string> = {
  environment:
    'The token in ASSAY_TOKEN is not accepted. It may have expired, been revoked, or belong to another server.',
  login: `The stored token is not accepted. It may have expired or been revoked. ${logIn}`,
}

/** Converts a thrown value to a message for the user. */
export function describeFailure(
  error: unknown,
  tokenSource: TokenSource = null,
): { code: ExitCode; message: string } {
  if (error instanceof CommandError) return error
  if (isApiError(error)) {
    const code = byStatus[error.status] ?? exitCodes.analysisFailed
    const message = `${error.message.replace(/\.$/, '')}.`
    if (error.status !== 401) return { code, message }
    return { code, message: tokenSource === null ? `${message} ${logIn}` : rejectedTokens[tokenSource] }
  }
  const message = error instanceof Error ? error.message : String(error)
  // A file or folder that cannot be read or written.
  if (error instanceof Error && 'syscall' in error) return { code: exitCodes.configuration, message }
  // A connection that broke during a response.
  if (error instanceof TypeError && message === 'terminated')
    return { code: exitCodes.network, message: 'The connection to the server was lost.' }
  if (error instanceof Error && error.name.endsWith('ZodError'))
    return { code: exitCodes.configuration, message: 'The response is not that of an Assay server.' }
  return { code: exitCodes.analysisFailed, message }
}
