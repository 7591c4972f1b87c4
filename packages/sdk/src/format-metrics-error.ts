import { messages } from '@assay/contract/problem.ts'
import { ApiError } from './api-error.ts'

export interface MetricsError {
  errorType: 'dateFilterError' | 'unknown'
  message: string
}

/**
 * What people are told of a failed call of the metrics: the server's refusal of a time window as a sentence,
 * 'Requested time window is too large.', and of a failure without details that something went wrong.
 */
export function formatMetricsError(error: unknown): MetricsError {
  if (!(error instanceof ApiError) || error.errorType === 'unknown')
    return { errorType: 'unknown', message: messages.somethingWentWrong }
  const { errorType, message } = error
  if (errorType !== 'dateFilterError') return { errorType: 'unknown', message }
  return { errorType, message: asSentence(message) }
}

/** With a capital letter and one full stop. */
const asSentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1).replace(/\.$/, '')}.`
