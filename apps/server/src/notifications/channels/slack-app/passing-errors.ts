const passingErrors: ReadonlySet<string> = new Set([
  'ratelimited',
  'rate_limited',
  'internal_error',
  'fatal_error',
  'request_timeout',
  'service_unavailable',
  'team_added_to_org',
])

/** Whether an error of Slack's API is temporary. A response without error is not Slack's. */
export const isPassingSlackError = (error: string | undefined): boolean =>
  error === undefined || passingErrors.has(error)
