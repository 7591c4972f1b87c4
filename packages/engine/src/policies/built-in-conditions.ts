import { type Domain, domains } from '../vocabulary.ts'

/** Minimum scores as the condition of a rule; a score that was not measured leaves it undecided. */
export const conditionOfMinimums = (minimums: Partial<Record<Domain, number | null>>): string =>
  domains
    .flatMap((domain) => {
      const minimum = minimums[domain] ?? null
      return minimum === null || minimum === 0 ? [] : [`scan.${domain} < ${minimum}`]
    })
    .join(' || ') || 'false'

/** A license policy as the condition of a rule: the components that violate it. */
export const conditionOfLicenses = (name: string): string => `${JSON.stringify(name)} in license.violations`
