import { messages } from '@assay/contract/problem.ts'
import { ApiError } from './api-error.ts'

export interface MetricsError {
  errorType: 'dateFilterError' | 'unknown'
  message: string
}

/**
 * The message for a failed metrics call: a rejected time window as a sentence, 'Requested time window is too large.',
 * and a fallback for errors without details.
 */
export function formatMetricsError(error: unknown): MetricsError {
  if (!(error instanceof ApiError) || error.errorType === 'unknown')
    return { errorType: 'unknown', message: messages.somethingWentWrong }
  const { errorType, message } = error
  if (errorType !== 'dateFilterError') return { errorType: 'unknown', message }
  return { errorType, message: asSentence(message) }
}

/** Capitalized and with one full stop. */
const asSentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1).replace(/\.$/, '')}.`
