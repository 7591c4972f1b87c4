/** Severities by their name in the API. */
export const severityNames = {
  CRITICAL: 'Critical',
  HIGH: 'High',
  MEDIUM: 'Medium',
  LOW: 'Low',
  NA: 'Unrated',
  NONE: 'None',
  SUGGEST: 'Suggestion',
} as const
