import type { Match } from './advisory.ts'

/** An unmaintained package is not a vulnerability; it is reported as a stability warning. */
export const isFinding = ({ facts }: Pick<Match, 'facts'>): boolean =>
  facts.category === 'vulnerability' || facts.category === 'malware'
