import type { Match } from './advisory.ts'

/** That nobody maintains a package is no vulnerability of it: the stability warnings tell it. */
export const isFinding = ({ facts }: Pick<Match, 'facts'>): boolean =>
  facts.category === 'vulnerability' || facts.category === 'malware'
