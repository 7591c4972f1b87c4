import type { ComponentOrigin } from '../inventory.ts'
import type { Match } from './advisory.ts'

/**
 * Whether a match concerns a package from there. Records of malware are about what somebody published on the public
 * registry: a package of that name from a repository, folder, file or another registry is another one.
 */
export const isAboutOrigin = (
  { facts }: Pick<Match, 'facts'>,
  origin: ComponentOrigin | undefined,
): boolean => facts.category !== 'malware' || origin === undefined || origin.kind === 'public-registry'
