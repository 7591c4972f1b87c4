/** Of a decision. Apart from the calls, as the pages' URLs need it in the first view. */
export const decisionStatuses = ['waiting', 'active', 'ending', 'ended'] as const
