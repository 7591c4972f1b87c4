import type { AffectedRange } from './advisory.ts'

/**
 * Whether a version is a placeholder for 'no end': '99.999.99999', '999.999.999', '1.999'. Feeds not written by a
 * package's maintainers use such bounds. '0.999999999' is a real release of html5lib.
 */
export const isSentinel = (version: string): boolean => /^v?[1-9]\d*(?:\.9{2,})*\.9{3,}$/.test(version)

/** The releases that end the ranges, once each, without placeholders. */
export const fixedVersionsOf = (ranges: readonly AffectedRange[]): string[] => [
  ...new Set(ranges.flatMap(({ fixed }) => (fixed === undefined || isSentinel(fixed) ? [] : [fixed]))),
]
