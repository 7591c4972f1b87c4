/** What people read of a refusal: the server's own sentence, which is English. */
export const problemText = (message: string, _errorType?: string): string => message
