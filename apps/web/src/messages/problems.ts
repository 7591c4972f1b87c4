import type { ErrorType } from '@assay/contract/error-types.ts'

/** The text shown for an error: the server’s own message, which is English. */
export const problemText = (message: string, _errorType?: ErrorType | 'unknown'): string => message

/** Languages with texts of their own load them before the first error, and after the first view. */
export const loadProblemTexts = (): Promise<void> => Promise.resolve()
