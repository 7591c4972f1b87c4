/** A job without attempts left, or whose last one took its worker down, is copied there by the queue. */
export const failedQueue = 'failed-jobs'
