/** Dead-letter queue: receives jobs without attempts left, including those whose worker crashed. */
export const failedQueue = 'failed-jobs'
